/**
 * Parsers for the identifiers that callers send and registers record. Each has one form in which it
 * is stored, compared and shown. All functions are pure, and gateway, importers and search-service
 * share them. Every `parse…` accepts any string, never throws, returns `undefined` for malformed
 * text, and checks the length of the text before any step whose cost is not linear.
 */
export { COUNTRY_CODES, isCountryCode, type CountryCode } from './country-code.js';
export { formatOrgNumber, parseOrgNumber, type OrgNumberCandidate } from './org-number.js';
export { hasValidCheckDigit } from './check-digit.js';
export { isPersonalNumber, maskPersonalNumber, soleTraderHash } from './sole-trader.js';
export {
  organizationPageKey,
  organizationPageUrl,
  parseOrganizationPage,
  parsePersonPage,
  personPageUrl,
  type OrganizationPage,
  type OrganizationPageKind,
} from './linked-in.js';
export { parseDomain, type Domain } from './domain.js';
export { parseEmail } from './email.js';
export { normalizeName } from './normalize-name.js';
export { firstNameOf, namesMatch, parseName, type Name } from './names.js';
export { isCleanText } from './text.js';
export { deriveId, type IdNamespace } from './ids.js';
export { parseUuid } from '@prospecting/platform/uuid';
