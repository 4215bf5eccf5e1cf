// Original file: prospecting/search/v1/search.proto

import type {
  OrganizationIdentifiers as _prospecting_search_v1_OrganizationIdentifiers,
  OrganizationIdentifiers__Output as _prospecting_search_v1_OrganizationIdentifiers__Output,
} from '../../../prospecting/search/v1/OrganizationIdentifiers.js';

export interface MatchOrganizationsRequest {
  items?: _prospecting_search_v1_OrganizationIdentifiers[];
}

export interface MatchOrganizationsRequest__Output {
  items: _prospecting_search_v1_OrganizationIdentifiers__Output[];
}
