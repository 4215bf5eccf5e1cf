// Original file: prospecting/credits/v1/credits.proto

import type {
  Balance as _prospecting_credits_v1_Balance,
  Balance__Output as _prospecting_credits_v1_Balance__Output,
} from '../../../prospecting/credits/v1/Balance.js';

export interface GetBalancesResponse {
  balances?: _prospecting_credits_v1_Balance[];
}

export interface GetBalancesResponse__Output {
  balances: _prospecting_credits_v1_Balance__Output[];
}
