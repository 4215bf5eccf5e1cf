import { statement } from '@prospecting/platform/postgres';
import type { Reservation } from '../ledger/reservation.js';
import { RESERVATION_COLUMNS } from './reservation-columns.js';

/** A reservation with its entries in the ledger. The fields of a missing entry are null. */
export interface ReservationRecordRow extends Reservation {
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
 * Reads a page of one account's reservations, each with the entry that took it off the balance and
 * the entry that resolved it. Reservations that were resolved before migration 0003 do not store
 * what they returned; for those it comes from the entry. Locks nothing. Served in order by
 * reservations_pkey, and by entries_reservation_key for the entries of each.
 */
export const selectReservations = statement<
  [accountId: string, afterReservationId: string, limit: number],
  ReservationRecordRow
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
    -- Each condition repeats the index's expression, so that one index look-up finds the one entry.
    -- The limits keep the planner from reading all entries of the account instead.
    left join lateral (
      select entry_id, at, included_millicredits, purchased_millicredits
      from credits.entries
      where account_id = $1 and reservation_id = page.reservation_id and (kind = 'reserve')
      limit 1
    ) as reserve on true
    left join lateral (
      select entry_id, at, kind, included_millicredits, purchased_millicredits
      from credits.entries
      where account_id = $1 and reservation_id = page.reservation_id and not (kind = 'reserve')
      limit 1
    ) as resolve on true
  )
  select ${RESERVATION_COLUMNS},
    "reserveEntryId", "reserveAt", "reserveIncluded", "reservePurchased",
    "resolveEntryId", "resolveAt", "resolveKind", "resolveIncluded", "resolvePurchased"
  from records
  order by reservation_id`,
);
