// Original file: prospecting/credits/v1/credits.proto

import type {
  Balance as _prospecting_credits_v1_Balance,
  Balance__Output as _prospecting_credits_v1_Balance__Output,
} from '../../../prospecting/credits/v1/Balance.js';

export interface GetBalancesResponse {
  /**
   * One balance for each account id, in request order.
   */
  balances?: _prospecting_credits_v1_Balance[];
}

export interface GetBalancesResponse__Output {
  /**
   * One balance for each account id, in request order.
   */
  balances: _prospecting_credits_v1_Balance__Output[];
}
