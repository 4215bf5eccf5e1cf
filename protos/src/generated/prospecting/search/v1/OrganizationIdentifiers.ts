// Original file: prospecting/search/v1/search.proto

import type {
  OrgNumber as _prospecting_search_v1_OrgNumber,
  OrgNumber__Output as _prospecting_search_v1_OrgNumber__Output,
} from '../../../prospecting/search/v1/OrgNumber.js';

/**
 * Normalized identifiers of one organization. They are tried in field order, and the first one that
 * finds a record wins. Absent or empty identifiers are skipped.
 */
export interface OrganizationIdentifiers {
  /**
   * Organization UUID in lower case.
   */
  id?: string;
  /**
   * The registers to try, in order. Eight digits without a country give DK, then FI.
   */
  orgNumbers?: _prospecting_search_v1_OrgNumber[];
  /**
   * "<kind>/<slug>", such as "company/acme": lower case, percent-decoded.
   */
  linkedInPage?: string;
  /**
   * The host names to try, in order: as sent without "www.", then the registrable domain. Lower
   * case, ASCII.
   */
  domains?: string[];
  _id?: 'id';
  _linkedInPage?: 'linkedInPage';
}

/**
 * Normalized identifiers of one organization. They are tried in field order, and the first one that
 * finds a record wins. Absent or empty identifiers are skipped.
 */
export interface OrganizationIdentifiers__Output {
  /**
   * Organization UUID in lower case.
   */
  id?: string;
  /**
   * The registers to try, in order. Eight digits without a country give DK, then FI.
   */
  orgNumbers: _prospecting_search_v1_OrgNumber__Output[];
  /**
   * "<kind>/<slug>", such as "company/acme": lower case, percent-decoded.
   */
  linkedInPage?: string;
  /**
   * The host names to try, in order: as sent without "www.", then the registrable domain. Lower
   * case, ASCII.
   */
  domains: string[];
}
