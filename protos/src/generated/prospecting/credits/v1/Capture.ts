// Original file: prospecting/credits/v1/credits.proto

import type { Long } from '@grpc/proto-loader';

export interface Capture {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * UUID.
   */
  reservationId?: string;
  /**
   * The amount to spend, in 1/1000 credit: 0 to the reserved amount.
   */
  millicredits?: number | string | Long;
}

export interface Capture__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * UUID.
   */
  reservationId: string;
  /**
   * The amount to spend, in 1/1000 credit: 0 to the reserved amount.
   */
  millicredits: number;
}
