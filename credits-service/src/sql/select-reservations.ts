import { statement } from '@prospecting/platform/postgres';
import type { Reservation } from '../ledger/reservation.js';

/** The columns of a reservation, as the ledger names them. */
export const RESERVATION_COLUMNS = `
    account_id as "accountId",
    reservation_id as "reservationId",
    state,
    included_millicredits as "includedMillicredits",
    purchased_millicredits as "purchasedMillicredits",
    captured_millicredits as "capturedMillicredits",
    reserved_at as "reservedAt"`;

/** A page of one account's reservations. Locks nothing. Served in order by reservations_pkey. */
export const selectReservations = statement<
  [accountId: string, afterReservationId: string, limit: number],
  Reservation
>(
  'credits_select_reservations',
  `select ${RESERVATION_COLUMNS}
  from credits.reservations
  where account_id = $1 and reservation_id > $2
  order by reservation_id
  limit $3`,
);
