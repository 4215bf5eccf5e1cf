// Original file: prospecting/search/v1/search.proto

import type {
  ContactsPage as _prospecting_search_v1_ContactsPage,
  ContactsPage__Output as _prospecting_search_v1_ContactsPage__Output,
} from '../../../prospecting/search/v1/ContactsPage.js';

export interface ListContactsResponse {
  /**
   * One for each item, in request order.
   */
  pages?: _prospecting_search_v1_ContactsPage[];
}

export interface ListContactsResponse__Output {
  /**
   * One for each item, in request order.
   */
  pages: _prospecting_search_v1_ContactsPage__Output[];
}
