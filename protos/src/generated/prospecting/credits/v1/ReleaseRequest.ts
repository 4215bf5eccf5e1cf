// Original file: prospecting/credits/v1/credits.proto

import type {
  Release as _prospecting_credits_v1_Release,
  Release__Output as _prospecting_credits_v1_Release__Output,
} from '../../../prospecting/credits/v1/Release.js';

export interface ReleaseRequest {
  /**
   * At most 1000, of any accounts.
   */
  releases?: _prospecting_credits_v1_Release[];
}

export interface ReleaseRequest__Output {
  /**
   * At most 1000, of any accounts.
   */
  releases: _prospecting_credits_v1_Release__Output[];
}
