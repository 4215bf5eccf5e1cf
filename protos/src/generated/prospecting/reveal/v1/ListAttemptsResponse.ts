// Original file: prospecting/reveal/v1/reveal.proto

import type {
  Attempt as _prospecting_reveal_v1_Attempt,
  Attempt__Output as _prospecting_reveal_v1_Attempt__Output,
} from '../../../prospecting/reveal/v1/Attempt.js';

export interface ListAttemptsResponse {
  attempts?: _prospecting_reveal_v1_Attempt[];
}

export interface ListAttemptsResponse__Output {
  attempts: _prospecting_reveal_v1_Attempt__Output[];
}
