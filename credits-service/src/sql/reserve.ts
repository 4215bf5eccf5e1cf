import { statement } from '@prospecting/platform/postgres';
import type { Reservation } from '../ledger/reservation.js';
import { RESERVATION_COLUMNS } from './reservation-columns.js';

export interface ReserveRow extends Reservation {
  /** It was there before. */
  readonly existed: boolean;
  /** What the account can spend after it. */
  readonly remainingMillicredits: number;
}

/**
 * Takes an amount off a balance, included credits first, and writes the reservation and the entry, all
 * in one statement. A reservation that was there already is answered as it is. Answers no row when the
 * balance is due for its reset, cannot pay, or is not there; fails on reservations_pkey, nothing done,
 * when another made the same reservation, or released it, after this one had begun. Locks the balance
 * until the transaction ends, and then sees it as the newest change left it. Served by balances_pkey
 * and reservations_pkey.
 */
export const reserve = statement<
  [accountId: string, reservationId: string, millicredits: number, now: Date],
  ReserveRow
>(
  'credits_reserve',
  `with known as (
    select ${RESERVATION_COLUMNS}
    from credits.reservations
    where account_id = $1 and reservation_id = $2
  ),
  payable as (
    select included_millicredits as included, purchased_millicredits as purchased, allowance_millicredits as allowance,
      overused_millicredits as overused, renews_at, last_entry_id,
      least(included_millicredits, $3::bigint) as included_taken
    from credits.balances
    where account_id = $1 and renews_at > $4 and included_millicredits + purchased_millicredits >= $3
      and not exists (select from known)
    for no key update
  ),
  taken as (
    -- Every column that a CHECK reads beside one that changes comes from what was locked, also where
    -- it stays as it is. The row that this update finds by itself is an older version after a wait,
    -- and CHECKs are applied to what would come of it before PostgreSQL turns to the newest.
    update credits.balances
    set included_millicredits = payable.included - payable.included_taken,
      purchased_millicredits = payable.purchased - ($3 - payable.included_taken),
      allowance_millicredits = payable.allowance,
      overused_millicredits = payable.overused,
      last_entry_id = payable.last_entry_id + 1
    from payable
    where account_id = $1
    returning payable.included_taken, $3 - payable.included_taken as purchased_taken,
      payable.included + payable.purchased - $3 as remaining, payable.renews_at, payable.last_entry_id + 1 as entry_id
  ),
  entered as (
    insert into credits.entries (account_id, entry_id, at, kind, included_millicredits, purchased_millicredits, reservation_id)
    select $1, entry_id, $4, 'reserve', -included_taken, -purchased_taken, $2
    from taken
  ),
  reserved as (
    insert into credits.reservations (account_id, reservation_id, included_millicredits, purchased_millicredits, renews_at, reserved_at)
    select $1, $2, included_taken, purchased_taken, renews_at, clock_timestamp()
    from taken
    returning ${RESERVATION_COLUMNS}
  )
  select reserved.*, false as existed, taken.remaining as "remainingMillicredits"
  from reserved, taken
  union all
  select known.*, true, included_millicredits + purchased_millicredits
  from known, credits.balances
  where account_id = $1 and renews_at > $4`,
);
