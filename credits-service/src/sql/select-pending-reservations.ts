import { statement } from '@prospecting/platform/postgres';
import type { Reservation } from '../ledger/reservation.js';
import { RESERVATION_COLUMNS } from './select-reservations.js';

/** Pending reservations of all accounts that were made before an instant, oldest first. Locks nothing. Served in order by reservations_unresolved. */
export const selectPendingReservations = statement<[reservedBefore: Date, limit: number], Reservation>(
  'credits_select_pending_reservations',
  `select ${RESERVATION_COLUMNS}
  from credits.reservations
  where resolved_at is null and reserved_at < $1
  order by reserved_at, account_id, reservation_id
  limit $2`,
);
