// Original file: prospecting/search/v1/search.proto

import type {
  OrganizationIdentifiers as _prospecting_search_v1_OrganizationIdentifiers,
  OrganizationIdentifiers__Output as _prospecting_search_v1_OrganizationIdentifiers__Output,
} from '../../../prospecting/search/v1/OrganizationIdentifiers.js';

export interface ContactsPageItem {
  identifiers?: _prospecting_search_v1_OrganizationIdentifiers | null;
  cursor?: string;
  _cursor?: 'cursor';
}

export interface ContactsPageItem__Output {
  identifiers: _prospecting_search_v1_OrganizationIdentifiers__Output | null;
  cursor?: string;
}
