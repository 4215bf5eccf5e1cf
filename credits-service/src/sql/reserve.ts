import { statement } from '@prospecting/platform/postgres';
import type { Reservation } from '../ledger/reservation.js';
import { RESERVATION_COLUMNS } from './reservation-columns.js';

export interface ReserveRow extends Reservation {
  /** True when the reservation existed before the statement, which then changed nothing. */
  readonly existed: boolean;
  /** The account's spendable balance after the statement. */
  readonly remainingMillicredits: number;
}

/**
 * Takes an amount off a balance, included credits first, and writes the reservation and its entry,
 * all in one statement. Returns an existing reservation unchanged. Returns no row when the account
 * has no balance, the balance is due for its reset, or the balance cannot pay. Fails on
 * reservations_pkey, without any change, when another statement makes or releases the same
 * reservation after this one began. Locks the balance until the transaction ends and reads its
 * newest version. Served by balances_pkey and reservations_pkey.
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
    -- This update sets every column that a CHECK reads together with a changed one, from the locked
    -- row, even where the value stays. After a wait, the row that the update itself finds is an
    -- older version, and PostgreSQL applies CHECKs to that version before it moves on to the
    -- newest.
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
