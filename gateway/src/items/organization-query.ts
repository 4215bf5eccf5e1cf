import {
  isCountryCode,
  organizationPageKey,
  parseDomain,
  parseOrganizationPage,
  parseOrgNumber,
  parseUuid,
  type OrgNumberCandidate,
} from '@prospecting/directory/identifiers';
import type { ItemError } from '@prospecting/openapi';
import type { search } from '@prospecting/protos';
import type { JsonObject } from '@prospecting/platform/json';
import { MALFORMED, readText } from './item.js';

/** Parses an item of organizations/match or switchboards/match. */
export function parseOrganizationQuery(fields: JsonObject): search.OrganizationIdentifiers | ItemError {
  const identifiers = parseOrganizationIdentifiers(fields);
  if (typeof identifiers === 'string') return identifiers;
  return namesOrganization(identifiers) ? identifiers : 'missing_identifier';
}

/** Returns true when at least one identifier is present. */
export function namesOrganization(identifiers: search.OrganizationIdentifiers): boolean {
  const { id, orgNumbers, linkedInPage, domains } = identifiers;
  return id !== undefined || orgNumbers.length > 0 || linkedInPage !== undefined || domains.length > 0;
}

/**
 * Parses all identifiers of an organization before any is looked up: one malformed identifier is an
 * error even when another would match. The result may have no identifier.
 */
export function parseOrganizationIdentifiers(fields: JsonObject): search.OrganizationIdentifiers | ItemError {
  const id = readText(fields['id'], parseUuid);
  if (id === MALFORMED) return 'invalid_id';
  const orgNumbers = parseOrgNumbers(fields);
  if (typeof orgNumbers === 'string') return orgNumbers;
  const page = readText(fields['linkedInUrl'], parseOrganizationPage);
  if (page === MALFORMED) return 'invalid_linkedin_url';
  const domain = readText(fields['domain'], parseDomain);
  if (domain === MALFORMED) return 'invalid_domain';
  return {
    ...(id !== undefined && { id }),
    orgNumbers,
    ...(page !== undefined && { linkedInPage: organizationPageKey(page) }),
    domains: domain === undefined ? [] : [...new Set([domain.host, domain.registrable])],
  };
}

/**
 * Returns the registers to look up. A number that no register uses is reported before an invalid
 * country.
 */
function parseOrgNumbers(fields: JsonObject): OrgNumberCandidate[] | ItemError {
  const countryCode = fields['countryCode'] ?? undefined;
  const anywhere = readText(fields['orgNumber'], parseOrgNumber);
  if (anywhere === MALFORMED) return 'invalid_org_number';
  if (anywhere === undefined) return countryCode === undefined ? [] : 'country_code_without_org_number';
  if (countryCode === undefined) return anywhere;
  if (!isCountryCode(countryCode)) return 'invalid_country_code';
  return parseOrgNumber(fields['orgNumber'] as string, countryCode) ?? 'invalid_org_number';
}
