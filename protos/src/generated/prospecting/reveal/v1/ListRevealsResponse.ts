// Original file: prospecting/reveal/v1/reveal.proto

import type {
  RevealRecord as _prospecting_reveal_v1_RevealRecord,
  RevealRecord__Output as _prospecting_reveal_v1_RevealRecord__Output,
} from '../../../prospecting/reveal/v1/RevealRecord.js';

export interface ListRevealsResponse {
  reveals?: _prospecting_reveal_v1_RevealRecord[];
  /**
   * The position of the next page; empty after the last page. Opaque to callers.
   */
  nextAfter?: string;
}

export interface ListRevealsResponse__Output {
  reveals: _prospecting_reveal_v1_RevealRecord__Output[];
  /**
   * The position of the next page; empty after the last page. Opaque to callers.
   */
  nextAfter: string;
}
