import type pg from 'pg';

const FETCHED = `
  select relname as table, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows
  from pg_catalog.pg_stat_xact_user_tables`;

/**
 * Runs a statement with the plans for any values, and returns how many rows it and the functions that
 * it calls fetched from each table, where they fetched any. Rolls changes back.
 */
export async function rowsFetched(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
): Promise<Readonly<Record<string, number>>> {
  const client = await pool.connect();
  const fetched = async (): Promise<Map<string, number>> => {
    const { rows } = await client.query<{ table: string; rows: number }>(FETCHED);
    return new Map(rows.map((row) => [row.table, row.rows]));
  };
  try {
    await client.query('begin; set local plan_cache_mode = force_generic_plan');
    const before = await fetched();
    await client.query(text, [...values]);
    const after = await fetched();
    await client.query('rollback');
    return Object.fromEntries(
      [...after]
        .map(([table, rows]) => [table, rows - (before.get(table) ?? 0)] as const)
        .filter(([, rows]) => rows > 0),
    );
  } finally {
    client.release(true);
  }
}
