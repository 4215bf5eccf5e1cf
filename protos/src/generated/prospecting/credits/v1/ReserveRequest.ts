// Original file: prospecting/credits/v1/credits.proto

import type { Long } from '@grpc/proto-loader';

export interface ReserveRequest {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * UUID that the caller draws for each attempt to spend. It is the attempt_id of
   * prospecting.reveal.v1. It is unique within the account; two accounts may use the same.
   */
  reservationId?: string;
  /**
   * The amount to take, in 1/1000 credit. More than 0.
   */
  millicredits?: number | string | Long;
}

export interface ReserveRequest__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * UUID that the caller draws for each attempt to spend. It is the attempt_id of
   * prospecting.reveal.v1. It is unique within the account; two accounts may use the same.
   */
  reservationId: string;
  /**
   * The amount to take, in 1/1000 credit. More than 0.
   */
  millicredits: number;
}
