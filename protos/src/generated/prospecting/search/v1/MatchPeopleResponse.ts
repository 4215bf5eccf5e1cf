// Original file: prospecting/search/v1/search.proto

import type {
  PersonMatch as _prospecting_search_v1_PersonMatch,
  PersonMatch__Output as _prospecting_search_v1_PersonMatch__Output,
} from '../../../prospecting/search/v1/PersonMatch.js';

export interface MatchPeopleResponse {
  /**
   * One for each item, in request order.
   */
  matches?: _prospecting_search_v1_PersonMatch[];
}

export interface MatchPeopleResponse__Output {
  /**
   * One for each item, in request order.
   */
  matches: _prospecting_search_v1_PersonMatch__Output[];
}
