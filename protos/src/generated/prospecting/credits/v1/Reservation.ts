// Original file: prospecting/credits/v1/credits.proto

import type {
  ReservationState as _prospecting_credits_v1_ReservationState,
  ReservationState__Output as _prospecting_credits_v1_ReservationState__Output,
} from '../../../prospecting/credits/v1/ReservationState.js';
import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type { Long } from '@grpc/proto-loader';

/**
 * Credits that were taken off a balance, and how they were resolved.
 */
export interface Reservation {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * UUID. It is also the id of the attempt that reserved.
   */
  reservationId?: string;
  state?: _prospecting_credits_v1_ReservationState;
  /**
   * The included credits taken, in 1/1000 credit.
   */
  includedMillicredits?: number | string | Long;
  /**
   * The purchased credits taken, in 1/1000 credit.
   */
  purchasedMillicredits?: number | string | Long;
  /**
   * The credits spent, in 1/1000 credit; 0 unless captured.
   */
  capturedMillicredits?: number | string | Long;
  /**
   * When the reservation was made, by the database's clock. For a tombstone: when it was released.
   * Absent when neither the reservation nor a balance of the account exists.
   */
  reservedAt?: _google_protobuf_Timestamp | null;
  /**
   * Only in the response of Reserve: the account's spendable balance after the call, in 1/1000
   * credit.
   */
  remainingMillicredits?: number | string | Long;
  /**
   * Only in the response of Reserve: true when the reservation existed before the call, which then
   * moved nothing.
   */
  existed?: boolean;
  /**
   * The included credits that came back at the resolution, in 1/1000 credit; 0 while pending.
   */
  returnedIncludedMillicredits?: number | string | Long;
  /**
   * The purchased credits that came back at the resolution, in 1/1000 credit; 0 while pending.
   */
  returnedPurchasedMillicredits?: number | string | Long;
  /**
   * Milliseconds since reserved_at, by the database's clock.
   */
  ageMs?: number | string | Long;
}

/**
 * Credits that were taken off a balance, and how they were resolved.
 */
export interface Reservation__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * UUID. It is also the id of the attempt that reserved.
   */
  reservationId: string;
  state: _prospecting_credits_v1_ReservationState__Output;
  /**
   * The included credits taken, in 1/1000 credit.
   */
  includedMillicredits: number;
  /**
   * The purchased credits taken, in 1/1000 credit.
   */
  purchasedMillicredits: number;
  /**
   * The credits spent, in 1/1000 credit; 0 unless captured.
   */
  capturedMillicredits: number;
  /**
   * When the reservation was made, by the database's clock. For a tombstone: when it was released.
   * Absent when neither the reservation nor a balance of the account exists.
   */
  reservedAt: _google_protobuf_Timestamp__Output | null;
  /**
   * Only in the response of Reserve: the account's spendable balance after the call, in 1/1000
   * credit.
   */
  remainingMillicredits: number;
  /**
   * Only in the response of Reserve: true when the reservation existed before the call, which then
   * moved nothing.
   */
  existed: boolean;
  /**
   * The included credits that came back at the resolution, in 1/1000 credit; 0 while pending.
   */
  returnedIncludedMillicredits: number;
  /**
   * The purchased credits that came back at the resolution, in 1/1000 credit; 0 while pending.
   */
  returnedPurchasedMillicredits: number;
  /**
   * Milliseconds since reserved_at, by the database's clock.
   */
  ageMs: number;
}
