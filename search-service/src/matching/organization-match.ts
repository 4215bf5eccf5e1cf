import { formatOrgNumber, isCountryCode, maskPersonalNumber } from '@prospecting/directory/identifiers';
import type { search } from '@prospecting/protos';
import { firstHit, type Candidate, type Hits } from './candidates.js';
import type { IdentifierKind, OrganizationHitRow } from './records.js';

const MATCHED_BY: Record<IdentifierKind, search.MatchedBy> = {
  id: 'MATCHED_BY_ID',
  orgNumber: 'MATCHED_BY_ORG_NUMBER',
  linkedInUrl: 'MATCHED_BY_LINKED_IN_URL',
  domain: 'MATCHED_BY_DOMAIN',
};

/** Returns the organization of the first candidate found. Without `organization` when none was. */
export function chooseOrganization(
  candidates: readonly Candidate[],
  hits: Hits<OrganizationHitRow>,
): search.OrganizationMatch {
  const first = firstHit(candidates, hits);
  if (first === undefined) return { matchedBy: 'MATCHED_BY_UNSPECIFIED' };
  const { candidate, hit } = first;
  const match: search.OrganizationMatch = { organization: toOrganization(hit), matchedBy: MATCHED_BY[hit.kind] };
  if (candidate.orgNumber !== undefined) match.organizationNumber = displayNumber(candidate.orgNumber, hit.soleTrader);
  return match;
}

export function toOrganization(hit: OrganizationHitRow): search.Organization {
  const organization: search.Organization = { id: hit.id, name: hit.name, countryCode: hit.countryCode };
  if (hit.legalForm !== null) organization.legalForm = hit.legalForm;
  if (hit.city !== null) organization.city = hit.city;
  if (hit.foundedYear !== null) organization.foundedYear = hit.foundedYear;
  return organization;
}

/**
 * Returns the number as shown. A Swedish sole trader's is a personal number and stays masked,
 * whatever its digits.
 */
function displayNumber({ countryCode, digits }: search.OrgNumber, soleTrader: boolean): string {
  if (soleTrader && countryCode === 'SE') return maskPersonalNumber(digits);
  return isCountryCode(countryCode) ? formatOrgNumber(countryCode, digits) : digits;
}
