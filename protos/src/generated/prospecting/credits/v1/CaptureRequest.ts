// Original file: prospecting/credits/v1/credits.proto

import type {
  Capture as _prospecting_credits_v1_Capture,
  Capture__Output as _prospecting_credits_v1_Capture__Output,
} from '../../../prospecting/credits/v1/Capture.js';

export interface CaptureRequest {
  /**
   * At most 1000, of any accounts.
   */
  captures?: _prospecting_credits_v1_Capture[];
}

export interface CaptureRequest__Output {
  /**
   * At most 1000, of any accounts.
   */
  captures: _prospecting_credits_v1_Capture__Output[];
}
