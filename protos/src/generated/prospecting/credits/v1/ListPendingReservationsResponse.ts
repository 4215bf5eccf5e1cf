// Original file: prospecting/credits/v1/credits.proto

import type {
  Reservation as _prospecting_credits_v1_Reservation,
  Reservation__Output as _prospecting_credits_v1_Reservation__Output,
} from '../../../prospecting/credits/v1/Reservation.js';

export interface ListPendingReservationsResponse {
  reservations?: _prospecting_credits_v1_Reservation[];
  /**
   * The position of the next page; empty on the last page. Opaque to callers.
   */
  nextAfter?: string;
}

export interface ListPendingReservationsResponse__Output {
  reservations: _prospecting_credits_v1_Reservation__Output[];
  /**
   * The position of the next page; empty on the last page. Opaque to callers.
   */
  nextAfter: string;
}
