// Original file: prospecting/search/v1/search.proto

import type {
  MatchedBy as _prospecting_search_v1_MatchedBy,
  MatchedBy__Output as _prospecting_search_v1_MatchedBy__Output,
} from '../../../prospecting/search/v1/MatchedBy.js';
import type {
  Contact as _prospecting_search_v1_Contact,
  Contact__Output as _prospecting_search_v1_Contact__Output,
} from '../../../prospecting/search/v1/Contact.js';

// Original file: prospecting/search/v1/search.proto

export const _prospecting_search_v1_PersonMatch_Outcome = {
  OUTCOME_UNSPECIFIED: 'OUTCOME_UNSPECIFIED',
  OUTCOME_MATCHED: 'OUTCOME_MATCHED',
  /**
   * Several people match.
   */
  OUTCOME_AMBIGUOUS: 'OUTCOME_AMBIGUOUS',
  OUTCOME_PERSON_NOT_FOUND: 'OUTCOME_PERSON_NOT_FOUND',
  /**
   * The organization for the name is not on record.
   */
  OUTCOME_ORGANIZATION_NOT_FOUND: 'OUTCOME_ORGANIZATION_NOT_FOUND',
} as const;

export type _prospecting_search_v1_PersonMatch_Outcome =
  | 'OUTCOME_UNSPECIFIED'
  | 0
  | 'OUTCOME_MATCHED'
  | 1
  /**
   * Several people match.
   */
  | 'OUTCOME_AMBIGUOUS'
  | 2
  | 'OUTCOME_PERSON_NOT_FOUND'
  | 3
  /**
   * The organization for the name is not on record.
   */
  | 'OUTCOME_ORGANIZATION_NOT_FOUND'
  | 4;

export type _prospecting_search_v1_PersonMatch_Outcome__Output =
  (typeof _prospecting_search_v1_PersonMatch_Outcome)[keyof typeof _prospecting_search_v1_PersonMatch_Outcome];

export interface PersonMatch {
  outcome?: _prospecting_search_v1_PersonMatch_Outcome;
  matchedBy?: _prospecting_search_v1_MatchedBy;
  /**
   * One when matched. Up to 5 when ambiguous, sorted as in ListContacts. Otherwise none.
   */
  contacts?: _prospecting_search_v1_Contact[];
}

export interface PersonMatch__Output {
  outcome: _prospecting_search_v1_PersonMatch_Outcome__Output;
  matchedBy: _prospecting_search_v1_MatchedBy__Output;
  /**
   * One when matched. Up to 5 when ambiguous, sorted as in ListContacts. Otherwise none.
   */
  contacts: _prospecting_search_v1_Contact__Output[];
}
