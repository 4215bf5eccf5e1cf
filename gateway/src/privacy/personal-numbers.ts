import { createHmac, hkdfSync } from 'node:crypto';
import { isCountryCode, isPersonalNumber } from '@prospecting/directory/identifiers';
import type { search } from '@prospecting/protos';
import { namesOrganization } from '../items/index.js';
import type { HashedNumber } from './misses.js';

/** A domain that no record has and no caller can send. */
const UNKNOWN_DOMAIN = '';

const PREFIX_LENGTH = 6;

/** Returns the ten digits, without the century, of each personal number among identifiers. */
export function personalNumbersOf({ orgNumbers }: search.OrganizationIdentifiers): string[] {
  return orgNumbers.filter(isPersonal).map(({ digits }) => digits);
}

/**
 * Returns the identifiers without the personal numbers that are not in `shown`. If no identifier is
 * left, adds one that matches nothing: without any, an item with a cursor would be served by its
 * cursor.
 */
export function withoutNumbers(
  identifiers: search.OrganizationIdentifiers,
  shown: ReadonlySet<string>,
): search.OrganizationIdentifiers {
  const orgNumbers = identifiers.orgNumbers.filter((each) => !isPersonal(each) || shown.has(each.digits));
  if (orgNumbers.length === identifiers.orgNumbers.length) return identifiers;
  const rest = { ...identifiers, orgNumbers };
  return namesOrganization(rest) ? rest : { ...rest, domains: [UNKNOWN_DOMAIN] };
}

function isPersonal({ countryCode, digits }: search.OrgNumber): boolean {
  return isCountryCode(countryCode) && isPersonalNumber(countryCode, digits);
}

/** Hashes a personal number for an account. Hashes are in hex. */
export type NumberHashes = (accountId: string, digits: string) => HashedNumber;

/**
 * Creates the keyed hashes of personal numbers. They are keyed because there are few enough birth
 * dates and personal numbers to hash them all. They contain the account, so that hashes do not show
 * that two accounts asked for the same number.
 */
export function createNumberHashes(secret: string): NumberHashes {
  // The text is part of the key: another one would make all stored hashes useless.
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'numbers asked for in vain', 32));
  const hash = (accountId: string, digits: string): string =>
    createHmac('sha256', key).update(`${accountId}\n${digits}`).digest('hex');
  return (accountId, digits) => ({
    prefix: hash(accountId, digits.slice(0, PREFIX_LENGTH)),
    number: hash(accountId, digits),
  });
}
