// Original file: prospecting/reveal/v1/reveal.proto

import type {
  ContactViews as _prospecting_reveal_v1_ContactViews,
  ContactViews__Output as _prospecting_reveal_v1_ContactViews__Output,
} from '../../../prospecting/reveal/v1/ContactViews.js';

export interface ViewContactsResponse {
  /**
   * One for each query, in request order.
   */
  answers?: _prospecting_reveal_v1_ContactViews[];
}

export interface ViewContactsResponse__Output {
  /**
   * One for each query, in request order.
   */
  answers: _prospecting_reveal_v1_ContactViews__Output[];
}
