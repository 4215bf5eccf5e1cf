// Original file: prospecting/search/v1/search.proto

import type {
  OrganizationIdentifiers as _prospecting_search_v1_OrganizationIdentifiers,
  OrganizationIdentifiers__Output as _prospecting_search_v1_OrganizationIdentifiers__Output,
} from '../../../prospecting/search/v1/OrganizationIdentifiers.js';

/**
 * Normalized identifiers of one person, tried in field order.
 */
export interface PersonIdentifiers {
  /**
   * The slug of the /in/ page: percent-decoded, lower case.
   */
  linkedInSlug?: string;
  /**
   * The name as sent; the service normalizes it to compare. Requires `organization`.
   */
  name?: string;
  /**
   * The organization to look for the name in.
   */
  organization?: _prospecting_search_v1_OrganizationIdentifiers | null;
  _linkedInSlug?: 'linkedInSlug';
  _name?: 'name';
}

/**
 * Normalized identifiers of one person, tried in field order.
 */
export interface PersonIdentifiers__Output {
  /**
   * The slug of the /in/ page: percent-decoded, lower case.
   */
  linkedInSlug?: string;
  /**
   * The name as sent; the service normalizes it to compare. Requires `organization`.
   */
  name?: string;
  /**
   * The organization to look for the name in.
   */
  organization: _prospecting_search_v1_OrganizationIdentifiers__Output | null;
}
