// Original file: prospecting/reveal/v1/reveal.proto

import type {
  ContactIds as _prospecting_reveal_v1_ContactIds,
  ContactIds__Output as _prospecting_reveal_v1_ContactIds__Output,
} from '../../../prospecting/reveal/v1/ContactIds.js';

export interface EmailAnswer {
  found?: _prospecting_reveal_v1_ContactIds[];
}

export interface EmailAnswer__Output {
  found: _prospecting_reveal_v1_ContactIds__Output[];
}
