// Original file: prospecting/credits/v1/credits.proto

import type {
  Entry as _prospecting_credits_v1_Entry,
  Entry__Output as _prospecting_credits_v1_Entry__Output,
} from '../../../prospecting/credits/v1/Entry.js';

export interface ListEntriesResponse {
  entries?: _prospecting_credits_v1_Entry[];
}

export interface ListEntriesResponse__Output {
  entries: _prospecting_credits_v1_Entry__Output[];
}
