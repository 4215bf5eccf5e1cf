// Original file: prospecting/reveal/v1/reveal.proto

import type {
  ContactChannelsView as _prospecting_reveal_v1_ContactChannelsView,
  ContactChannelsView__Output as _prospecting_reveal_v1_ContactChannelsView__Output,
} from '../../../prospecting/reveal/v1/ContactChannelsView.js';

export interface ContactViews {
  /**
   * One for each contact id of the query, in its order.
   */
  views?: _prospecting_reveal_v1_ContactChannelsView[];
}

export interface ContactViews__Output {
  /**
   * One for each contact id of the query, in its order.
   */
  views: _prospecting_reveal_v1_ContactChannelsView__Output[];
}
