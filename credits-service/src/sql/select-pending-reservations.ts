import { statement } from '@prospecting/platform/postgres';
import type { Reservation } from '../ledger/reservation.js';
import { RESERVATION_COLUMNS } from './reservation-columns.js';

export interface PendingRow extends Reservation {
  /** Microseconds since 1970: what the database keeps, and a Date does not. */
  readonly reservedAtMicros: number;
}

/**
 * A page of the pending reservations of all accounts that are old enough by the database's clock,
 * oldest first, after a position. Locks nothing. Served in order by reservations_unresolved; ages go by
 * now(), the start of the statement, as an index cannot serve a clock that runs on.
 */
export const selectPendingReservations = statement<
  [minAgeMs: number, afterMicros: string, afterAccountId: string, afterReservationId: string, limit: number],
  PendingRow
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
