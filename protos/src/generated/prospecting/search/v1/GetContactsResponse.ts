// Original file: prospecting/search/v1/search.proto

import type {
  FoundContact as _prospecting_search_v1_FoundContact,
  FoundContact__Output as _prospecting_search_v1_FoundContact__Output,
} from '../../../prospecting/search/v1/FoundContact.js';

export interface GetContactsResponse {
  /**
   * One for each id, in request order.
   */
  contacts?: _prospecting_search_v1_FoundContact[];
}

export interface GetContactsResponse__Output {
  /**
   * One for each id, in request order.
   */
  contacts: _prospecting_search_v1_FoundContact__Output[];
}
