// Original file: prospecting/reveal/v1/reveal.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A committed attempt.
 */
export interface Attempt {
  /**
   * UUID. It is also the reservation_id of prospecting.credits.v1.
   */
  attemptId?: string;
  /**
   * The sum of the prices of its reveals, in 1/1000 credit.
   */
  millicredits?: number | string | Long;
  /**
   * The price that the attempt itself records, in 1/1000 credit.
   */
  statedMillicredits?: number | string | Long;
  /**
   * The number of its reveals that are missing: not on record with this attempt and price, and not
   * replaced by a later reveal.
   */
  missingReveals?: number;
}

/**
 * A committed attempt.
 */
export interface Attempt__Output {
  /**
   * UUID. It is also the reservation_id of prospecting.credits.v1.
   */
  attemptId: string;
  /**
   * The sum of the prices of its reveals, in 1/1000 credit.
   */
  millicredits: number;
  /**
   * The price that the attempt itself records, in 1/1000 credit.
   */
  statedMillicredits: number;
  /**
   * The number of its reveals that are missing: not on record with this attempt and price, and not
   * replaced by a later reveal.
   */
  missingReveals: number;
}
