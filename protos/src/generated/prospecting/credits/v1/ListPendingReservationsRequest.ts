// Original file: prospecting/credits/v1/credits.proto

import type { Long } from '@grpc/proto-loader';

export interface ListPendingReservationsRequest {
  /**
   * 1 to 1000.
   */
  limit?: number;
  /**
   * The minimum age in milliseconds, by the database's clock. 0 or more.
   */
  minAgeMs?: number | string | Long;
  /**
   * next_after of the previous page; empty for the first page.
   */
  after?: string;
}

export interface ListPendingReservationsRequest__Output {
  /**
   * 1 to 1000.
   */
  limit: number;
  /**
   * The minimum age in milliseconds, by the database's clock. 0 or more.
   */
  minAgeMs: number;
  /**
   * next_after of the previous page; empty for the first page.
   */
  after: string;
}
