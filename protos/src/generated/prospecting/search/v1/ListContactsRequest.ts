// Original file: prospecting/search/v1/search.proto

import type {
  ContactsPageItem as _prospecting_search_v1_ContactsPageItem,
  ContactsPageItem__Output as _prospecting_search_v1_ContactsPageItem__Output,
} from '../../../prospecting/search/v1/ContactsPageItem.js';

export interface ListContactsRequest {
  /**
   * UUID of the account that asks. Cursors are bound to it.
   */
  accountId?: string;
  /**
   * Role codes in lower_snake_case. Only contacts with one of them are listed; empty lists all.
   */
  targetRoles?: string[];
  /**
   * Page size of a first page, 1 to 50. Later pages keep the size in their cursor.
   */
  limit?: number;
  items?: _prospecting_search_v1_ContactsPageItem[];
}

export interface ListContactsRequest__Output {
  /**
   * UUID of the account that asks. Cursors are bound to it.
   */
  accountId: string;
  /**
   * Role codes in lower_snake_case. Only contacts with one of them are listed; empty lists all.
   */
  targetRoles: string[];
  /**
   * Page size of a first page, 1 to 50. Later pages keep the size in their cursor.
   */
  limit: number;
  items: _prospecting_search_v1_ContactsPageItem__Output[];
}
