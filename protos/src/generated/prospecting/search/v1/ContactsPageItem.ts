// Original file: prospecting/search/v1/search.proto

import type {
  OrganizationIdentifiers as _prospecting_search_v1_OrganizationIdentifiers,
  OrganizationIdentifiers__Output as _prospecting_search_v1_OrganizationIdentifiers__Output,
} from '../../../prospecting/search/v1/OrganizationIdentifiers.js';

export interface ContactsPageItem {
  /**
   * The organization. May be empty when there is a cursor.
   */
  identifiers?: _prospecting_search_v1_OrganizationIdentifiers | null;
  /**
   * next_cursor of the previous page; absent for the first page.
   */
  cursor?: string;
  _cursor?: 'cursor';
}

export interface ContactsPageItem__Output {
  /**
   * The organization. May be empty when there is a cursor.
   */
  identifiers: _prospecting_search_v1_OrganizationIdentifiers__Output | null;
  /**
   * next_cursor of the previous page; absent for the first page.
   */
  cursor?: string;
}
