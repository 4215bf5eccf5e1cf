// Original file: prospecting/credits/v1/credits.proto

import type {
  Reservation as _prospecting_credits_v1_Reservation,
  Reservation__Output as _prospecting_credits_v1_Reservation__Output,
} from '../../../prospecting/credits/v1/Reservation.js';
import type {
  Entry as _prospecting_credits_v1_Entry,
  Entry__Output as _prospecting_credits_v1_Entry__Output,
} from '../../../prospecting/credits/v1/Entry.js';

/**
 * A reservation and its ledger entries.
 */
export interface ReservationRecord {
  reservation?: _prospecting_credits_v1_Reservation | null;
  /**
   * The entry that took the credits off the balance. Absent for a tombstone.
   */
  reserveEntry?: _prospecting_credits_v1_Entry | null;
  /**
   * The entry of the capture or release. Absent while pending, and for a tombstone.
   */
  resolveEntry?: _prospecting_credits_v1_Entry | null;
  _reserveEntry?: 'reserveEntry';
  _resolveEntry?: 'resolveEntry';
}

/**
 * A reservation and its ledger entries.
 */
export interface ReservationRecord__Output {
  reservation: _prospecting_credits_v1_Reservation__Output | null;
  /**
   * The entry that took the credits off the balance. Absent for a tombstone.
   */
  reserveEntry?: _prospecting_credits_v1_Entry__Output | null;
  /**
   * The entry of the capture or release. Absent while pending, and for a tombstone.
   */
  resolveEntry?: _prospecting_credits_v1_Entry__Output | null;
}
