// Original file: prospecting/credits/v1/credits.proto

import type {
  Release as _prospecting_credits_v1_Release,
  Release__Output as _prospecting_credits_v1_Release__Output,
} from '../../../prospecting/credits/v1/Release.js';

export interface ReleaseRequest {
  releases?: _prospecting_credits_v1_Release[];
}

export interface ReleaseRequest__Output {
  releases: _prospecting_credits_v1_Release__Output[];
}
