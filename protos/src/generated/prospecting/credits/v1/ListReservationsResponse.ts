// Original file: prospecting/credits/v1/credits.proto

import type {
  ReservationRecord as _prospecting_credits_v1_ReservationRecord,
  ReservationRecord__Output as _prospecting_credits_v1_ReservationRecord__Output,
} from '../../../prospecting/credits/v1/ReservationRecord.js';

export interface ListReservationsResponse {
  records?: _prospecting_credits_v1_ReservationRecord[];
}

export interface ListReservationsResponse__Output {
  records: _prospecting_credits_v1_ReservationRecord__Output[];
}
