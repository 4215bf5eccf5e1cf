import { statement } from '@prospecting/platform/postgres';
import type { Reservation } from '../ledger/reservation.js';
import { RESERVATION_COLUMNS } from './reservation-columns.js';

/** A reservation with its entries in the ledger; what an entry says is null where there is none. */
export interface ReservationRow extends Reservation {
  readonly reserveEntryId: number | null;
  readonly reserveAt: Date | null;
  readonly reserveIncluded: number | null;
  readonly reservePurchased: number | null;
  readonly resolveEntryId: number | null;
  readonly resolveAt: Date | null;
  readonly resolveKind: string | null;
  readonly resolveIncluded: number | null;
  readonly resolvePurchased: number | null;
}

/**
 * A page of one account's reservations, each with the entries that took it off the balance and that
 * resolved it. Where the reservation does not say what it gave back, the entry does. Locks nothing.
 * Served in order by reservations_pkey, and by entries_reservation_key for each.
 */
export const selectReservations = statement<
  [accountId: string, afterReservationId: string, limit: number],
  ReservationRow
>(
  'credits_select_reservations',
  `with page as (
    select account_id, reservation_id, state, included_millicredits, purchased_millicredits, captured_millicredits,
      reserved_at, returned_included_millicredits, returned_purchased_millicredits
    from credits.reservations
    where account_id = $1 and reservation_id > $2
    order by reservation_id
    limit $3
  ),
  records as (
    select page.account_id, page.reservation_id, page.state, page.included_millicredits, page.purchased_millicredits,
      page.captured_millicredits, page.reserved_at,
      coalesce(page.returned_included_millicredits, resolve.included_millicredits) as returned_included_millicredits,
      coalesce(page.returned_purchased_millicredits, resolve.purchased_millicredits) as returned_purchased_millicredits,
      reserve.entry_id as "reserveEntryId",
      reserve.at as "reserveAt",
      reserve.included_millicredits as "reserveIncluded",
      reserve.purchased_millicredits as "reservePurchased",
      resolve.entry_id as "resolveEntryId",
      resolve.at as "resolveAt",
      resolve.kind as "resolveKind",
      resolve.included_millicredits as "resolveIncluded",
      resolve.purchased_millicredits as "resolvePurchased"
    from page
    -- Each condition is the expression that the index holds, so that one look-up finds the one entry.
    left join credits.entries as reserve
      on reserve.account_id = $1 and reserve.reservation_id = page.reservation_id and (reserve.kind = 'reserve')
    left join credits.entries as resolve
      on resolve.account_id = $1 and resolve.reservation_id = page.reservation_id and not (resolve.kind = 'reserve')
  )
  select ${RESERVATION_COLUMNS},
    "reserveEntryId", "reserveAt", "reserveIncluded", "reservePurchased",
    "resolveEntryId", "resolveAt", "resolveKind", "resolveIncluded", "resolvePurchased"
  from records
  order by reservation_id`,
);
