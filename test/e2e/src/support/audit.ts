/** Runs one query as superuser, since each service sees only its own schema. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Queries that each return a row, described in `which`, for every fact that contradicts
 * exactly-once. They share nothing with the product's own audit, and read both schemas together,
 * which no service can.
 */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  'I6 a balance is not the sum of its entries': `
    select format('account %s', b.account_id) as which
    from credits.balances b
    left join (
      select account_id, sum(included_millicredits) as included, sum(purchased_millicredits) as purchased
      from credits.entries group by account_id
    ) e using (account_id)
    where b.included_millicredits <> coalesce(e.included, 0) or b.purchased_millicredits <> coalesce(e.purchased, 0)
      or b.included_millicredits < 0 or b.purchased_millicredits < 0`,
  'I10 a reservation is not what its entries say': `
    select format('account %s, reservation %s: %s of %s, captured %s, entries %s', r.account_id, r.reservation_id,
      r.state, r.included_millicredits + r.purchased_millicredits, r.captured_millicredits, coalesce(e.said, 'none')) as which
    from credits.reservations r
    left join lateral (
      select string_agg(format('%s %s %s', kind, included_millicredits, purchased_millicredits), ', ' order by entry_id) as said,
        count(*) as entries,
        count(*) filter (
          where kind = 'reserve' and included_millicredits = -r.included_millicredits
            and purchased_millicredits = -r.purchased_millicredits
        ) as takes,
        -- Included credits count as spent first, so purchased ones go back first. Included ones go back to
        -- what was consumed, which is not always to what is left.
        count(*) filter (
          where kind = case r.state when 'captured' then 'capture' when 'released' then 'release' end
            and purchased_millicredits = least(
              r.purchased_millicredits,
              r.included_millicredits + r.purchased_millicredits - r.captured_millicredits
            )
            and included_millicredits between 0 and greatest(r.included_millicredits - r.captured_millicredits, 0)
        ) as ends
      from credits.entries
      where account_id = r.account_id and reservation_id = r.reservation_id
    ) e on true
    where r.included_millicredits + r.purchased_millicredits > 0
      and (e.takes <> 1 or e.ends <> (r.state <> 'pending')::int or e.entries <> e.takes + e.ends)`,
  'I10 an entry is of a reservation that is not there': `
    select format('account %s, entry %s', e.account_id, e.entry_id) as which
    from credits.entries e
    left join credits.reservations r using (account_id, reservation_id)
    where e.reservation_id is not null and r.reservation_id is null`,
  'I5 a capture is not what its attempt committed': `
    select format('account %s, reservation %s: captured %s, committed %s', r.account_id, r.reservation_id,
      r.captured_millicredits, coalesce(a.millicredits::text, 'nothing')) as which
    from credits.reservations r
    left join reveal.attempts a on a.account_id = r.account_id and a.attempt_id = r.reservation_id and a.state = 'committed'
    where r.state = 'captured' and r.captured_millicredits is distinct from a.millicredits`,
  'I5 a reveal that costs something was not captured': `
    select format('account %s, attempt %s of %s: reservation %s', a.account_id, a.attempt_id, a.millicredits,
      coalesce(r.state, 'is missing')) as which
    from reveal.attempts a
    left join credits.reservations r on r.account_id = a.account_id and r.reservation_id = a.attempt_id
    where a.state = 'committed' and a.millicredits > 0 and r.state is distinct from 'captured' and r.state is distinct from 'pending'`,
  'I5 an attempt costs something else than what it revealed': `
    select format('account %s, attempt %s', account_id, attempt_id) as which
    from reveal.attempts
    where millicredits <> (select coalesce(sum((each ->> 3)::bigint), 0) from jsonb_array_elements(reveals) each)`,
  'I7 an operation has several committed attempts, or an attempt none': `
    select format('account %s: %s operations of %s attempts', account_id, operations, attempts) as which
    from (select account_id, count(*) as attempts from reveal.attempts where state = 'committed' group by account_id) a
    full join (select account_id, count(distinct attempt_id) as operations, count(*) as rows from reveal.operations group by account_id) o
      using (account_id)
    where operations is distinct from attempts or operations <> rows`,
  'I7 an operation is answered by an attempt that did not commit': `
    select format('account %s, attempt %s: %s', o.account_id, o.attempt_id, coalesce(a.state, 'is missing')) as which
    from reveal.operations o
    left join reveal.attempts a using (account_id, attempt_id)
    where a.state is distinct from 'committed'`,
  'I9 something was paid for twice': `
    select format('account %s: %s %s %s, %s times', account_id, each ->> 0, each ->> 1, each ->> 2, count(*)) as which
    from reveal.attempts, jsonb_array_elements(reveals) each
    group by account_id, each ->> 0, each ->> 1, each ->> 2
    having count(*) > 1`,
  'I8 something is revealed that no attempt committed': `
    select format('account %s: %s %s %s', r.account_id, r.subject_kind, r.subject_id, r.info_type) as which
    from reveal.reveals r
    left join reveal.attempts a on a.account_id = r.account_id and a.attempt_id = r.attempt_id and a.state = 'committed'
      and a.reveals @> jsonb_build_array(jsonb_build_array(r.subject_kind, r.subject_id, r.info_type, r.millicredits))
    where a.attempt_id is null`,
  'I8 something was paid for that is not revealed': `
    select format('account %s: %s %s %s', a.account_id, each ->> 0, each ->> 1, each ->> 2) as which
    from reveal.attempts a, jsonb_array_elements(a.reveals) each
    where not exists (
      select from reveal.reveals r
      where r.account_id = a.account_id and r.subject_kind = each ->> 0 and r.subject_id = (each ->> 1)::uuid
        and r.info_type = each ->> 2 and r.attempt_id = a.attempt_id
    )`,
};

/**
 * Returns every fact in the database that contradicts "charged once, all or nothing", one line
 * each. Empty when the database is clean. Only for databases whose clock has moved by less than a
 * day, since operations are deleted after that.
 */
export async function auditTables(query: Query): Promise<string[]> {
  const found: string[] = [];
  for (const [contradiction, text] of Object.entries(CONTRADICTIONS)) {
    const rows = await query<{ which: string }>(text);
    found.push(...rows.map(({ which }) => `${contradiction}: ${which}`));
  }
  return found;
}

/** Counts the reservations that are neither captured nor released. */
export async function countPending(query: Query): Promise<number> {
  const [row] = await query<{ count: number }>(
    'select count(*) as count from credits.reservations where resolved_at is null',
  );
  return Number(row?.count);
}
