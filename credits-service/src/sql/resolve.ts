import { statement } from '@prospecting/platform/postgres';
import type { Reservation, Resolution } from '../ledger/reservation.js';
import { RESERVATION_COLUMNS } from './reservation-columns.js';

/**
 * Captures or releases those of one account's reservations that are pending and large enough, gives
 * what is left of each back to its balance and writes an entry for each, all in one statement. Answers
 * every one that it knows, as it is now. After waiting for another change of the account it does not
 * know what was reserved meanwhile, and may answer one that it did not resolve as it was before that.
 * Resolves nothing when the balance is due for its reset.
 *
 * Included credits of this month first pay what the month used beyond a lowered allowance. Those of
 * the month before bring back purchased credits instead, as many as captures of that month spent.
 *
 * Locks the balance before any reservation, as reserving does, so that changes of an account go one
 * after another and cannot deadlock; it sees both as the newest change left them. Served by
 * balances_pkey and reservations_pkey.
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
    select included_millicredits as included, purchased_millicredits as purchased, allowance_millicredits as allowance,
      overused_millicredits as overused, purchased_spent_millicredits as spent,
      previous_purchased_spent_millicredits as previous_spent,
      renews_at as this_month, previous_renews_at as previous_month, last_entry_id
    from credits.balances
    where account_id = $1 and renews_at > $6
    for no key update
  ),
  pending as (
    -- Locking reads each row again, so that one that was resolved while this waited for the balance is left out.
    select reservation_id as id, included_millicredits as included, purchased_millicredits as purchased,
      ($3::bigint[])[array_position($2::uuid[], reservation_id)] as captured,
      case renews_at when this_month then 'this' when previous_month then 'previous' end as month
    from balance, credits.reservations
    where account_id = $1 and reservation_id = any ($2) and state = 'pending'
      and ($3::bigint[])[array_position($2::uuid[], reservation_id)] <= included_millicredits + purchased_millicredits
    for no key update of reservations
  ),
  unspent as (
    -- Included credits count as spent first.
    select id, captured, month, greatest(included - captured, 0) as included,
      least(purchased, included + purchased - captured) as purchased, greatest(captured - included, 0) as purchased_spent
    from pending
  ),
  running as (
    -- Of included credits each gives back what it adds to what those up to it, by id, give back together.
    select id, captured, month, purchased, purchased_spent, row_number() over by_id as position,
      case month when 'this' then included else 0 end as included,
      sum(case month when 'this' then included else 0 end) over by_id as included_sum,
      case month when 'previous' then included else 0 end as ended,
      sum(case month when 'previous' then included else 0 end) over by_id as ended_sum,
      sum(case month when 'previous' then purchased_spent else 0 end) over () as ended_spent
    from unspent
    window by_id as (order by id)
  ),
  given_back as (
    select id, captured, month, position, running.included as unused, running.purchased, purchased_spent,
      (
        least(greatest(included_sum - overused, 0), allowance - balance.included)
        - least(greatest(included_sum - running.included - overused, 0), allowance - balance.included)
      )::bigint as included,
      (least(ended_sum, previous_spent + ended_spent) - least(ended_sum - ended, previous_spent + ended_spent))::bigint as instead
    from running, balance
  ),
  total as (
    select count(*) as entries, sum(unused)::bigint as unused, sum(included)::bigint as included,
      sum(purchased + instead)::bigint as purchased,
      sum(case month when 'this' then purchased_spent else 0 end)::bigint as spent,
      sum(case month when 'previous' then purchased_spent else 0 end - instead)::bigint as previous_spent
    from given_back
    having count(*) > 0
  ),
  changed as (
    -- From what was locked, as in reserving: also columns that stay as they are and that a CHECK reads.
    update credits.balances
    set included_millicredits = balance.included + total.included,
      purchased_millicredits = balance.purchased + total.purchased,
      allowance_millicredits = balance.allowance,
      overused_millicredits = greatest(balance.overused - total.unused, 0),
      purchased_spent_millicredits = balance.spent + total.spent,
      previous_purchased_spent_millicredits = balance.previous_spent + total.previous_spent,
      last_entry_id = balance.last_entry_id + total.entries
    from balance, total
    where account_id = $1
  ),
  resolved as (
    update credits.reservations
    set state = $4, captured_millicredits = given_back.captured, resolved_at = clock_timestamp(),
      returned_included_millicredits = given_back.included,
      returned_purchased_millicredits = given_back.purchased + instead
    from given_back
    where account_id = $1 and reservation_id = any ($2) and reservation_id = given_back.id
    returning ${RESERVATION_COLUMNS}
  ),
  entered as (
    insert into credits.entries (account_id, entry_id, at, kind, included_millicredits, purchased_millicredits, reservation_id)
    select $1, balance.last_entry_id + position, $6, $5, given_back.included, given_back.purchased + instead, id
    from given_back, balance
  )
  select * from resolved
  union all
  select ${RESERVATION_COLUMNS}
  from credits.reservations
  where account_id = $1 and reservation_id = any ($2) and reservation_id not in (select "reservationId" from resolved)`,
);
