// Original file: prospecting/credits/v1/credits.proto

import type {
  Reservation as _prospecting_credits_v1_Reservation,
  Reservation__Output as _prospecting_credits_v1_Reservation__Output,
} from '../../../prospecting/credits/v1/Reservation.js';

export interface ResolveResponse {
  /**
   * The current state of each reservation, in request order.
   */
  reservations?: _prospecting_credits_v1_Reservation[];
}

export interface ResolveResponse__Output {
  /**
   * The current state of each reservation, in request order.
   */
  reservations: _prospecting_credits_v1_Reservation__Output[];
}
