// Original file: prospecting/reveal/v1/reveal.proto

import type {
  ContactChannelsView as _prospecting_reveal_v1_ContactChannelsView,
  ContactChannelsView__Output as _prospecting_reveal_v1_ContactChannelsView__Output,
} from '../../../prospecting/reveal/v1/ContactChannelsView.js';

export interface SwitchboardView {
  /**
   * Absent when the organization has no switchboard.
   */
  switchboard?: _prospecting_reveal_v1_ContactChannelsView | null;
  _switchboard?: 'switchboard';
}

export interface SwitchboardView__Output {
  /**
   * Absent when the organization has no switchboard.
   */
  switchboard?: _prospecting_reveal_v1_ContactChannelsView__Output | null;
}
