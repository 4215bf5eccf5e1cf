// Original file: prospecting/reveal/v1/reveal.proto

import type {
  ContactQuery as _prospecting_reveal_v1_ContactQuery,
  ContactQuery__Output as _prospecting_reveal_v1_ContactQuery__Output,
} from '../../../prospecting/reveal/v1/ContactQuery.js';

export interface ViewContactsRequest {
  queries?: _prospecting_reveal_v1_ContactQuery[];
}

export interface ViewContactsRequest__Output {
  queries: _prospecting_reveal_v1_ContactQuery__Output[];
}
