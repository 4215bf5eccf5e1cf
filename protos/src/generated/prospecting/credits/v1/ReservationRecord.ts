// Original file: prospecting/credits/v1/credits.proto

import type {
  Reservation as _prospecting_credits_v1_Reservation,
  Reservation__Output as _prospecting_credits_v1_Reservation__Output,
} from '../../../prospecting/credits/v1/Reservation.js';
import type {
  Entry as _prospecting_credits_v1_Entry,
  Entry__Output as _prospecting_credits_v1_Entry__Output,
} from '../../../prospecting/credits/v1/Entry.js';

export interface ReservationRecord {
  reservation?: _prospecting_credits_v1_Reservation | null;
  reserveEntry?: _prospecting_credits_v1_Entry | null;
  resolveEntry?: _prospecting_credits_v1_Entry | null;
  _reserveEntry?: 'reserveEntry';
  _resolveEntry?: 'resolveEntry';
}

export interface ReservationRecord__Output {
  reservation: _prospecting_credits_v1_Reservation__Output | null;
  reserveEntry?: _prospecting_credits_v1_Entry__Output | null;
  resolveEntry?: _prospecting_credits_v1_Entry__Output | null;
}
