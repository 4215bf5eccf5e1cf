import { statement } from '@prospecting/platform/postgres';
import type { Reservation } from '../ledger/reservation.js';
import { RESERVATION_COLUMNS } from './reservation-columns.js';

/**
 * Inserts tombstones: reservations that are released before they are made. A late `Reserve` then
 * finds its id taken and takes nothing. Requires the lock of the balance, taken by an earlier
 * statement of the transaction, and ids that are unknown under that lock; otherwise it fails on
 * reservations_pkey. Locks the new rows. Served by balances_pkey.
 *
 * Returns no row for an account without a balance: a reservation belongs to a balance, so there is
 * nothing to attach the tombstone to. A late `Reserve` can then take credits only if the account
 * subscribes between the release and the `Reserve`. That window is seconds at most, because
 * deadlines bound a `Reserve` and its statements. Nothing is charged: when reveal-service releases
 * a reservation, its attempt is aborted, so that it can never commit, or has committed at no cost.
 * Recovery finds the pending reservation by its age and releases it within 15 s.
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
