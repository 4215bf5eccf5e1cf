// Original file: prospecting/reveal/v1/reveal.proto

import type {
  SpendingOfDay as _prospecting_reveal_v1_SpendingOfDay,
  SpendingOfDay__Output as _prospecting_reveal_v1_SpendingOfDay__Output,
} from '../../../prospecting/reveal/v1/SpendingOfDay.js';

export interface SumSpendingResponse {
  days?: _prospecting_reveal_v1_SpendingOfDay[];
}

export interface SumSpendingResponse__Output {
  days: _prospecting_reveal_v1_SpendingOfDay__Output[];
}
