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
  OUTCOME_NOT_FOUND: 'OUTCOME_NOT_FOUND',
  OUTCOME_INVALID_CURSOR: 'OUTCOME_INVALID_CURSOR',
} as const;

export type _prospecting_search_v1_ContactsPage_Outcome =
  'OUTCOME_UNSPECIFIED' | 0 | 'OUTCOME_MATCHED' | 1 | 'OUTCOME_NOT_FOUND' | 2 | 'OUTCOME_INVALID_CURSOR' | 3;

export type _prospecting_search_v1_ContactsPage_Outcome__Output =
  (typeof _prospecting_search_v1_ContactsPage_Outcome)[keyof typeof _prospecting_search_v1_ContactsPage_Outcome];

export interface ContactsPage {
  outcome?: _prospecting_search_v1_ContactsPage_Outcome;
  match?: _prospecting_search_v1_OrganizationMatch | null;
  contacts?: _prospecting_search_v1_Contact[];
  totalCount?: number;
  nextCursor?: string;
  _nextCursor?: 'nextCursor';
}

export interface ContactsPage__Output {
  outcome: _prospecting_search_v1_ContactsPage_Outcome__Output;
  match: _prospecting_search_v1_OrganizationMatch__Output | null;
  contacts: _prospecting_search_v1_Contact__Output[];
  totalCount: number;
  nextCursor?: string;
}
