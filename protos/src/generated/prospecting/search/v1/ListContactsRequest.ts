// Original file: prospecting/search/v1/search.proto

import type {
  ContactsPageItem as _prospecting_search_v1_ContactsPageItem,
  ContactsPageItem__Output as _prospecting_search_v1_ContactsPageItem__Output,
} from '../../../prospecting/search/v1/ContactsPageItem.js';

export interface ListContactsRequest {
  accountId?: string;
  targetRoles?: string[];
  limit?: number;
  items?: _prospecting_search_v1_ContactsPageItem[];
}

export interface ListContactsRequest__Output {
  accountId: string;
  targetRoles: string[];
  limit: number;
  items: _prospecting_search_v1_ContactsPageItem__Output[];
}
