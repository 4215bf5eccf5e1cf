// Original file: prospecting/search/v1/search.proto

import type {
  OrganizationMatch as _prospecting_search_v1_OrganizationMatch,
  OrganizationMatch__Output as _prospecting_search_v1_OrganizationMatch__Output,
} from '../../../prospecting/search/v1/OrganizationMatch.js';
import type {
  Contact as _prospecting_search_v1_Contact,
  Contact__Output as _prospecting_search_v1_Contact__Output,
} from '../../../prospecting/search/v1/Contact.js';

// Original file: prospecting/search/v1/search.proto

export const _prospecting_search_v1_ContactsPage_Outcome = {
  OUTCOME_UNSPECIFIED: 'OUTCOME_UNSPECIFIED',
  OUTCOME_MATCHED: 'OUTCOME_MATCHED',
  /**
   * No identifier finds an organization.
   */
  OUTCOME_NOT_FOUND: 'OUTCOME_NOT_FOUND',
  /**
   * The cursor was altered, belongs to another account, or names another organization than the
   * item.
   */
  OUTCOME_INVALID_CURSOR: 'OUTCOME_INVALID_CURSOR',
} as const;

export type _prospecting_search_v1_ContactsPage_Outcome =
  | 'OUTCOME_UNSPECIFIED'
  | 0
  | 'OUTCOME_MATCHED'
  | 1
  /**
   * No identifier finds an organization.
   */
  | 'OUTCOME_NOT_FOUND'
  | 2
  /**
   * The cursor was altered, belongs to another account, or names another organization than the
   * item.
   */
  | 'OUTCOME_INVALID_CURSOR'
  | 3;

export type _prospecting_search_v1_ContactsPage_Outcome__Output =
  (typeof _prospecting_search_v1_ContactsPage_Outcome)[keyof typeof _prospecting_search_v1_ContactsPage_Outcome];

export interface ContactsPage {
  /**
   * The other fields are set only when this is OUTCOME_MATCHED.
   */
  outcome?: _prospecting_search_v1_ContactsPage_Outcome;
  match?: _prospecting_search_v1_OrganizationMatch | null;
  /**
   * At most one page of contacts, sorted.
   */
  contacts?: _prospecting_search_v1_Contact[];
  /**
   * The number of contacts in the whole list, across all pages.
   */
  totalCount?: number;
  /**
   * The position of the next page; absent on the last page. Opaque to callers.
   */
  nextCursor?: string;
  _nextCursor?: 'nextCursor';
}

export interface ContactsPage__Output {
  /**
   * The other fields are set only when this is OUTCOME_MATCHED.
   */
  outcome: _prospecting_search_v1_ContactsPage_Outcome__Output;
  match: _prospecting_search_v1_OrganizationMatch__Output | null;
  /**
   * At most one page of contacts, sorted.
   */
  contacts: _prospecting_search_v1_Contact__Output[];
  /**
   * The number of contacts in the whole list, across all pages.
   */
  totalCount: number;
  /**
   * The position of the next page; absent on the last page. Opaque to callers.
   */
  nextCursor?: string;
}
