import { statement } from '@prospecting/platform/postgres';
import type { Reservation } from '../ledger/reservation.js';
import { RESERVATION_COLUMNS } from './reservation-columns.js';

export interface PendingReservationRow extends Reservation {
  /** Microseconds since 1970: the database's precision, which a Date loses. */
  readonly reservedAtMicros: number;
}

/**
 * Reads a page of the pending reservations of all accounts with a minimum age by the database's
 * clock, oldest first, after a position. Locks nothing. Served in order by reservations_unresolved.
 * Ages go by now(), the start of the statement: an index cannot serve clock_timestamp(), which is
 * volatile.
 */
export const selectPendingReservations = statement<
  [minAgeMs: number, afterMicros: string, afterAccountId: string, afterReservationId: string, limit: number],
  PendingReservationRow
>(
  'credits_select_pending_reservations',
  `select ${RESERVATION_COLUMNS},
    (extract(epoch from reserved_at) * 1000000)::bigint as "reservedAtMicros"
  from credits.reservations
  where resolved_at is null and reserved_at <= now() - $1::bigint * interval '1 millisecond'
    and (reserved_at, account_id, reservation_id)
      > (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid, $4::uuid)
  order by reserved_at, account_id, reservation_id
  limit $5`,
);
