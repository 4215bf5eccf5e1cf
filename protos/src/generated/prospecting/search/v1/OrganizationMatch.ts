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
  organization?: _prospecting_search_v1_Organization | null;
  matchedBy?: _prospecting_search_v1_MatchedBy;
  organizationNumber?: string;
  _organization?: 'organization';
  _organizationNumber?: 'organizationNumber';
}

export interface OrganizationMatch__Output {
  organization?: _prospecting_search_v1_Organization__Output | null;
  matchedBy: _prospecting_search_v1_MatchedBy__Output;
  organizationNumber?: string;
}
