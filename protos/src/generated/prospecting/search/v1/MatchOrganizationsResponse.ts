// Original file: prospecting/search/v1/search.proto

import type {
  OrganizationMatch as _prospecting_search_v1_OrganizationMatch,
  OrganizationMatch__Output as _prospecting_search_v1_OrganizationMatch__Output,
} from '../../../prospecting/search/v1/OrganizationMatch.js';

export interface MatchOrganizationsResponse {
  /**
   * One for each item, in request order.
   */
  matches?: _prospecting_search_v1_OrganizationMatch[];
}

export interface MatchOrganizationsResponse__Output {
  /**
   * One for each item, in request order.
   */
  matches: _prospecting_search_v1_OrganizationMatch__Output[];
}
