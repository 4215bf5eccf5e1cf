// Original file: prospecting/credits/v1/credits.proto

import type { Long } from '@grpc/proto-loader';

export interface GrantRequest {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * The amount to add, in 1/1000 credit. More than 0.
   */
  purchasedMillicredits?: number | string | Long;
  /**
   * One line of 1 to 255 characters, unique in the account.
   */
  reference?: string;
}

export interface GrantRequest__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * The amount to add, in 1/1000 credit. More than 0.
   */
  purchasedMillicredits: number;
  /**
   * One line of 1 to 255 characters, unique in the account.
   */
  reference: string;
}
