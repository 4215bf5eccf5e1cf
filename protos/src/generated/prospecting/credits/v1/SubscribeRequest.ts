// Original file: prospecting/credits/v1/credits.proto

import type { Long } from '@grpc/proto-loader';

export interface SubscribeRequest {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * The new monthly allowance, in 1/1000 credit. 0 or more.
   */
  includedMillicredits?: number | string | Long;
}

export interface SubscribeRequest__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * The new monthly allowance, in 1/1000 credit. 0 or more.
   */
  includedMillicredits: number;
}
