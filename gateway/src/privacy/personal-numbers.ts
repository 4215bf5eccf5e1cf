import { isCountryCode, isPersonalNumber } from '@prospecting/directory/identifiers';
import type { search } from '@prospecting/protos';
import { namesOrganization } from '../items/index.js';

/** No record has it, and it is no text that a caller can send. */
const NOBODYS_DOMAIN = '';

/** The digits of each personal number among identifiers: ten, without the century. */
export function personalNumbersOf({ orgNumbers }: search.OrganizationIdentifiers): string[] {
  return orgNumbers.filter(isPersonal).map(({ digits }) => digits);
}

/**
 * The identifiers without the personal numbers that are not in `shown`. Where nothing else is left
 * they still name an organization, one that nobody has on record: without any identifier an item
 * with a cursor would be answered by the cursor alone.
 */
export function withoutNumbers(
  identifiers: search.OrganizationIdentifiers,
  shown: ReadonlySet<string>,
): search.OrganizationIdentifiers {
  const orgNumbers = identifiers.orgNumbers.filter((each) => !isPersonal(each) || shown.has(each.digits));
  if (orgNumbers.length === identifiers.orgNumbers.length) return identifiers;
  const rest = { ...identifiers, orgNumbers };
  return namesOrganization(rest) ? rest : { ...rest, domains: [NOBODYS_DOMAIN] };
}

function isPersonal({ countryCode, digits }: search.OrgNumber): boolean {
  return isCountryCode(countryCode) && isPersonalNumber(countryCode, digits);
}
