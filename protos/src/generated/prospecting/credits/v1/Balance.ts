// Original file: prospecting/credits/v1/credits.proto

import type {
  Subscription as _prospecting_credits_v1_Subscription,
  Subscription__Output as _prospecting_credits_v1_Subscription__Output,
} from '../../../prospecting/credits/v1/Subscription.js';
import type { Long } from '@grpc/proto-loader';

export interface Balance {
  accountId?: string;
  includedMillicredits?: number | string | Long;
  purchasedMillicredits?: number | string | Long;
  subscription?: _prospecting_credits_v1_Subscription | null;
  _subscription?: 'subscription';
}

export interface Balance__Output {
  accountId: string;
  includedMillicredits: number;
  purchasedMillicredits: number;
  subscription?: _prospecting_credits_v1_Subscription__Output | null;
}
