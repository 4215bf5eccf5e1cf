import type { Verification } from './verification.js';

const SECOND_MS = 1_000;
const DAY_MS = 24 * 3_600 * SECOND_MS;

/** How far ahead of the present the values of a column may be: from, to. Default: not at all. */
const AHEAD: Readonly<Record<string, readonly [number, number]>> = {
  'reveal.reveals.expires_at': [365 * DAY_MS, 366 * DAY_MS],
  'credits.balances.renews_at': [28 * DAY_MS, 31 * DAY_MS],
  'credits.reservations.renews_at': [28 * DAY_MS, 31 * DAY_MS],
  'edge.stored_responses.expires_at': [DAY_MS, DAY_MS],
  'edge.stored_responses.lease_until': [0, 60 * SECOND_MS],
};
/** Columns that differ in accounts whose month ends during the run; `balances.ts` checks those. */
const OF_MONTHS = new Set(['started_at', 'renews_at']);
/** The clock error that a service tolerates, plus one second. */
const TOLERANCE_MS = 3 * SECOND_MS;

interface Column {
  readonly name: string;
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  readonly isOfAccounts: boolean;
}

/**
 * Checks that no time that money depends on came from a wrong clock: each lies within the run, or
 * as far ahead of it as its column allows.
 */
export async function verifyTimes({ database, poisons, accounts, startedAt }: Verification): Promise<string[]> {
  const columns = await database.query<Column>(
    `select format('%s.%s.%s', c.table_schema, c.table_name, c.column_name) as name, c.table_schema as schema,
      c.table_name as "table", c.column_name as "column",
      exists (
        select from information_schema.columns a
        where a.table_schema = c.table_schema and a.table_name = c.table_name and a.column_name = 'account_id'
      ) as "isOfAccounts"
    from information_schema.columns c
    join pg_class r on r.oid = format('%I.%I', c.table_schema, c.table_name)::regclass
    where (c.table_schema in ('credits', 'reveal') or c.table_name = 'stored_responses') and c.data_type = 'timestamp with time zone'
      and r.relkind in ('r', 'p') and not r.relispartition and c.table_name not like 'migrations%'`,
  );
  const problems: string[] = [];
  const poisoned = poisons.map(({ accountId }) => accountId);
  const renewing = accounts.regular
    .filter(({ books }) => books.renewsAt !== undefined)
    .map(({ books }) => books.accountId);
  for (const { name, schema, table, column, isOfAccounts } of columns) {
    const [least, most] = AHEAD[name] ?? [0, 0];
    const rows = await database.query<{ count: number; earliest: Date; latest: Date }>(
      `select count(*), min(${column}) as earliest, max(${column}) as latest from ${schema}.${table}
      where not (${column} between $1 and $2) and ${column} <> 'epoch' ${isOfAccounts ? 'and account_id <> all ($3)' : 'and $3::uuid[] is not null'}`,
      [
        new Date(startedAt.getTime() + least - TOLERANCE_MS),
        new Date(Date.now() + most + TOLERANCE_MS),
        OF_MONTHS.has(column) ? [...poisoned, ...renewing] : poisoned,
      ],
    );
    const [row] = rows;
    if (row !== undefined && row.count > 0)
      problems.push(
        `${name} has ${row.count} values outside the run, from ${row.earliest.toISOString()} to ${row.latest.toISOString()}`,
      );
  }
  return problems;
}
