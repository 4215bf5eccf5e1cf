import { statement } from '@prospecting/platform/postgres';
import type { Reservation, Resolution } from '../ledger/reservation.js';
import { RESERVATION_COLUMNS } from './select-reservations.js';

/**
 * Captures or releases those of one account's reservations that are pending and large enough, gives the rest of each back to its balance
 * and writes an entry for each, all in one statement. Answers every one that is known, as it stands now; after waiting for another change of
 * the account, one that it did not resolve may be answered as it stood before that. Resolves nothing when the balance is due for its reset.
 *
 * Locks the balance before any reservation, as reserving does, so that changes of an account go one after another and cannot deadlock; it
 * sees the balance as the newest change left it. Served by balances_pkey and reservations_pkey.
 */
export const resolve = statement<
  [
    accountId: string,
    reservationIds: readonly string[],
    /** In the order of the ids; each 0 in a release. */
    capturedMillicredits: readonly number[],
    state: Resolution['state'],
    entryKind: 'capture' | 'release',
    now: Date,
  ],
  Reservation
>(
  'credits_resolve',
  `with balance as (
    select included_millicredits as included, purchased_millicredits as purchased, renews_at, last_entry_id,
      allowance_millicredits - included_millicredits as included_room
    from credits.balances
    where account_id = $1 and renews_at > $6
    for no key update
  ),
  resolved as (
    update credits.reservations
    set state = $4, captured_millicredits = ($3::bigint[])[array_position($2::uuid[], reservation_id)], resolved_at = $6
    from balance
    where account_id = $1 and reservation_id = any ($2) and state = 'pending'
      and ($3::bigint[])[array_position($2::uuid[], reservation_id)] <= included_millicredits + purchased_millicredits
    returning ${RESERVATION_COLUMNS},
      -- Included credits count as spent first; they go back within their month alone.
      case when reservations.renews_at = balance.renews_at
        then greatest(included_millicredits - captured_millicredits, 0) else 0 end as included_rest,
      least(purchased_millicredits, included_millicredits + purchased_millicredits - captured_millicredits) as purchased_rest,
      included_room
  ),
  running as (
    select "reservationId", included_rest, purchased_rest, included_room,
      sum(included_rest) over (order by "reservationId") as included_sum,
      row_number() over (order by "reservationId") as position
    from resolved
  ),
  given_back as (
    -- What an allowance that was lowered meanwhile has no room for is lost to the later ones.
    select "reservationId", position, purchased_rest as purchased,
      (least(included_sum, included_room) - least(included_sum - included_rest, included_room))::bigint as included
    from running
  ),
  total as (
    select count(*) as entries, sum(included)::bigint as included, sum(purchased)::bigint as purchased
    from given_back
    having count(*) > 0
  ),
  changed as (
    -- From what was locked, never from the row that this update finds by itself: after a wait that is an older version, and its CHECKs are
    -- applied before PostgreSQL turns to the newest.
    update credits.balances
    set included_millicredits = balance.included + total.included,
      purchased_millicredits = balance.purchased + total.purchased,
      last_entry_id = balance.last_entry_id + total.entries
    from balance, total
    where account_id = $1
  ),
  entered as (
    insert into credits.entries (account_id, entry_id, at, kind, included_millicredits, purchased_millicredits, reservation_id)
    select $1, balance.last_entry_id + position, $6, $5, given_back.included, given_back.purchased, "reservationId"
    from given_back, balance
  )
  select "accountId", "reservationId", state, "includedMillicredits", "purchasedMillicredits", "capturedMillicredits", "reservedAt"
  from resolved
  union all
  select ${RESERVATION_COLUMNS}
  from credits.reservations
  where account_id = $1 and reservation_id = any ($2) and reservation_id not in (select "reservationId" from resolved)`,
);
