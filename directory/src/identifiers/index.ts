/**
 * The identifiers that callers send and registers record, parsed into the one form in which they are stored, compared and
 * shown. Pure functions: gateway, importers and search-service read the same text the same way because they call these.
 * Every `parse…` takes any string, never throws, and answers `undefined` for a malformed one.
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
export { callingCodeLength, parsePhone } from './phone.js';
export { levelName } from './level-name.js';
export { nameKeys, namesMatch, parseName, type NameKeys } from './names.js';
export { isCleanText } from './text.js';
export { deriveId, parseUuid, type IdNamespace } from './ids.js';
