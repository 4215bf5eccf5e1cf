import { statement } from '@prospecting/platform/postgres';
import type { Reservation, Resolution } from '../ledger/reservation.js';
import { RESERVATION_COLUMNS } from './reservation-columns.js';

/**
 * Captures or releases the given reservations of one account: those that are pending and hold at
 * least the amount to capture. Returns the unspent credits of each to the balance and writes an
 * entry for each, all in one statement. Resolves nothing when the balance is due for its reset.
 *
 * Returns a row for every reservation that it knows. After a wait for another change of the
 * account, it does not see what was reserved during the wait, and a row that it did not resolve may
 * be older than that change. A caller that needs the final state runs the statement again under the
 * lock.
 *
 * Included credits of this month first cover what the month used beyond a lowered allowance. Those
 * of the previous month return as purchased credits instead, up to what captures of that month
 * spent.
 *
 * Locks the balance before any reservation, like `reserve`, so that changes of one account are
 * serial and cannot deadlock, and reads the newest version of both. Served by balances_pkey and
 * reservations_pkey.
 */
export const resolve = statement<
  [
    accountId: string,
    reservationIds: readonly string[],
    /** In the order of the ids; all 0 in a release. */
    capturedMillicredits: readonly number[],
    state: Resolution['state'],
    entryKind: 'capture' | 'release',
    now: Date,
  ],
  Reservation
>(
  'credits_resolve',
  `with wanted as materialized (
    -- The account comes with the ids, so that each is one look-up: as a condition of its own, PostgreSQL 15 and 16 may read
    -- all reservations of a large account. "is true" keeps the conditions below from being used like that.
    select distinct $1::uuid as owner_id, id
    from unnest($2::uuid[]) as each (id)
  ),
  balance as (
    select included_millicredits as included, purchased_millicredits as purchased, allowance_millicredits as allowance,
      overused_millicredits as overused, purchased_spent_millicredits as spent,
      previous_purchased_spent_millicredits as previous_spent,
      renews_at as this_month, previous_renews_at as previous_month, last_entry_id
    from credits.balances
    where account_id = $1 and renews_at > $6
    for no key update
  ),
  pending as (
    -- The lock reads each row again, which leaves out those resolved during the wait for the
    -- balance.
    select reservation_id as id, included_millicredits as included, purchased_millicredits as purchased,
      ($3::bigint[])[array_position($2::uuid[], reservation_id)] as captured,
      case renews_at when this_month then 'this' when previous_month then 'previous' end as month
    from balance, wanted, credits.reservations
    where account_id = owner_id and reservation_id = wanted.id and (account_id = $1) is true and state = 'pending'
      and ($3::bigint[])[array_position($2::uuid[], reservation_id)] <= included_millicredits + purchased_millicredits
    for no key update of reservations
  ),
  unspent as (
    -- A capture spends included credits first.
    select id, captured, month, greatest(included - captured, 0) as included,
      least(purchased, included + purchased - captured) as purchased, greatest(captured - included, 0) as purchased_spent
    from pending
  ),
  running as (
    -- Running sums by id: each reservation returns the difference that it makes to its running sum.
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
    -- Sets unchanged columns that a CHECK reads as well, as the update in reserve.ts explains.
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
    join wanted on wanted.id = given_back.id
    where account_id = owner_id and reservation_id = wanted.id and (account_id = $1) is true
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
  from wanted
  join credits.reservations on account_id = owner_id and reservation_id = wanted.id and (account_id = $1) is true
  where reservation_id not in (select "reservationId" from resolved)`,
);
