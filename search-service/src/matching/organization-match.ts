import { formatOrgNumber, isCountryCode, maskPersonalNumber } from '@prospecting/directory/identifiers';
import type { search } from '@prospecting/protos';
import { firstHit, type Candidate, type Hits } from './candidates.js';
import type { IdentifierKind, OrganizationHit } from './records.js';

const MATCHED_BY: Record<IdentifierKind, search.MatchedBy> = {
  id: 'MATCHED_BY_ID',
  orgNumber: 'MATCHED_BY_ORG_NUMBER',
  linkedInUrl: 'MATCHED_BY_LINKED_IN_URL',
  domain: 'MATCHED_BY_DOMAIN',
};

/** The organization that the first candidate to hit names; without `organization` when none did. */
export function chooseOrganization(
  candidates: readonly Candidate[],
  hits: Hits<OrganizationHit>,
): search.OrganizationMatch {
  const first = firstHit(candidates, hits);
  if (first === undefined) return { matchedBy: 'MATCHED_BY_UNSPECIFIED' };
  const { candidate, hit } = first;
  const match: search.OrganizationMatch = { organization: toOrganization(hit), matchedBy: MATCHED_BY[hit.kind] };
  if (candidate.orgNumber !== undefined) match.organizationNumber = displayNumber(candidate.orgNumber, hit.sole_trader);
  return match;
}

export function toOrganization(hit: OrganizationHit): search.Organization {
  const organization: search.Organization = { id: hit.id, name: hit.name, countryCode: hit.country_code };
  if (hit.legal_form !== null) organization.legalForm = hit.legal_form;
  if (hit.city !== null) organization.city = hit.city;
  if (hit.founded_year !== null) organization.foundedYear = hit.founded_year;
  return organization;
}

/** The number as shown. A Swedish sole trader's is a personal number and stays masked, whatever its digits look like. */
function displayNumber({ countryCode, digits }: search.OrgNumber, soleTrader: boolean): string {
  if (soleTrader && countryCode === 'SE') return maskPersonalNumber(digits);
  return isCountryCode(countryCode) ? formatOrgNumber(countryCode, digits) : digits;
}
