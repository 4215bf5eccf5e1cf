// Original file: prospecting/reveal/v1/reveal.proto

import type {
  RevealByKey as _prospecting_reveal_v1_RevealByKey,
  RevealByKey__Output as _prospecting_reveal_v1_RevealByKey__Output,
} from '../../../prospecting/reveal/v1/RevealByKey.js';

export interface ListRevealsByTimeResponse {
  reveals?: _prospecting_reveal_v1_RevealByKey[];
  /**
   * The position of the next page; empty after the last page. Opaque to callers.
   */
  nextBefore?: string;
}

export interface ListRevealsByTimeResponse__Output {
  reveals: _prospecting_reveal_v1_RevealByKey__Output[];
  /**
   * The position of the next page; empty after the last page. Opaque to callers.
   */
  nextBefore: string;
}
