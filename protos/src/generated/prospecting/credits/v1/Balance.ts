// Original file: prospecting/credits/v1/credits.proto

import type {
  Subscription as _prospecting_credits_v1_Subscription,
  Subscription__Output as _prospecting_credits_v1_Subscription__Output,
} from '../../../prospecting/credits/v1/Subscription.js';
import type { Long } from '@grpc/proto-loader';

/**
 * What an account can spend. Pending reservations are already subtracted.
 */
export interface Balance {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * The rest of this month's allowance, in 1/1000 credit. 0 without a subscription.
   */
  includedMillicredits?: number | string | Long;
  /**
   * Purchased credits, in 1/1000 credit. They never reset.
   */
  purchasedMillicredits?: number | string | Long;
  /**
   * Absent when the account has no credit subscription.
   */
  subscription?: _prospecting_credits_v1_Subscription | null;
  _subscription?: 'subscription';
}

/**
 * What an account can spend. Pending reservations are already subtracted.
 */
export interface Balance__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * The rest of this month's allowance, in 1/1000 credit. 0 without a subscription.
   */
  includedMillicredits: number;
  /**
   * Purchased credits, in 1/1000 credit. They never reset.
   */
  purchasedMillicredits: number;
  /**
   * Absent when the account has no credit subscription.
   */
  subscription?: _prospecting_credits_v1_Subscription__Output | null;
}
