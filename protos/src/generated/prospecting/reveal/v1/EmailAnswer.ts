// Original file: prospecting/reveal/v1/reveal.proto

import type {
  ContactIds as _prospecting_reveal_v1_ContactIds,
  ContactIds__Output as _prospecting_reveal_v1_ContactIds__Output,
} from '../../../prospecting/reveal/v1/ContactIds.js';

export interface EmailAnswer {
  /**
   * One for each address of the query, in its order.
   */
  found?: _prospecting_reveal_v1_ContactIds[];
}

export interface EmailAnswer__Output {
  /**
   * One for each address of the query, in its order.
   */
  found: _prospecting_reveal_v1_ContactIds__Output[];
}
