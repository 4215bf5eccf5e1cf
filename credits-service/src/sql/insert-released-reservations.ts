import { statement } from '@prospecting/platform/postgres';
import type { Reservation } from '../ledger/reservation.js';
import { RESERVATION_COLUMNS } from './reservation-columns.js';

/**
 * Tombstones: reservations that are released before they were made, so that a reserve which comes late
 * finds its id taken. Needs the lock of the balance, taken by an earlier statement of the transaction,
 * and ids that are unknown under it; else it fails on reservations_pkey. Answers no row for an account
 * without a balance. Locks the new rows. Served by balances_pkey.
 */
export const insertReleasedReservations = statement<
  [accountId: string, reservationIds: readonly string[]],
  Reservation
>(
  'credits_insert_released_reservations',
  `insert into credits.reservations (account_id, reservation_id, state, included_millicredits, purchased_millicredits,
    renews_at, reserved_at, resolved_at, returned_included_millicredits, returned_purchased_millicredits)
  select account_id, id, 'released', 0, 0, renews_at, clock_timestamp(), clock_timestamp(), 0, 0
  from credits.balances, unnest($2::uuid[]) as id
  where account_id = $1
  returning ${RESERVATION_COLUMNS}`,
);
