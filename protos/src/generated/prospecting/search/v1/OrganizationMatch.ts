// Original file: prospecting/search/v1/search.proto

import type {
  Organization as _prospecting_search_v1_Organization,
  Organization__Output as _prospecting_search_v1_Organization__Output,
} from '../../../prospecting/search/v1/Organization.js';
import type {
  MatchedBy as _prospecting_search_v1_MatchedBy,
  MatchedBy__Output as _prospecting_search_v1_MatchedBy__Output,
} from '../../../prospecting/search/v1/MatchedBy.js';

export interface OrganizationMatch {
  /**
   * Absent when no identifier finds an organization.
   */
  organization?: _prospecting_search_v1_Organization | null;
  matchedBy?: _prospecting_search_v1_MatchedBy;
  /**
   * Present on a match by number: the number in its display form. The number of a Swedish sole
   * trader is masked (six digits, hyphen, XXXX).
   */
  organizationNumber?: string;
  _organization?: 'organization';
  _organizationNumber?: 'organizationNumber';
}

export interface OrganizationMatch__Output {
  /**
   * Absent when no identifier finds an organization.
   */
  organization?: _prospecting_search_v1_Organization__Output | null;
  matchedBy: _prospecting_search_v1_MatchedBy__Output;
  /**
   * Present on a match by number: the number in its display form. The number of a Swedish sole
   * trader is masked (six digits, hyphen, XXXX).
   */
  organizationNumber?: string;
}
