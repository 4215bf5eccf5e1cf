// Original file: prospecting/search/v1/search.proto

import type {
  PersonIdentifiers as _prospecting_search_v1_PersonIdentifiers,
  PersonIdentifiers__Output as _prospecting_search_v1_PersonIdentifiers__Output,
} from '../../../prospecting/search/v1/PersonIdentifiers.js';

export interface MatchPeopleRequest {
  items?: _prospecting_search_v1_PersonIdentifiers[];
}

export interface MatchPeopleRequest__Output {
  items: _prospecting_search_v1_PersonIdentifiers__Output[];
}
