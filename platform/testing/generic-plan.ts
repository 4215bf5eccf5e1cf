import type pg from 'pg';

/**
 * Returns the plan with which a prepared statement runs, whatever its values. PostgreSQL 15 has no
 * `explain (generic_plan)`.
 * @param client one connection, not a pool
 * @param options of `explain`, such as `format json`
 * @returns the rows of the plan's only column
 */
export async function explainGeneric<Line = string>(
  client: Pick<pg.ClientBase, 'query'>,
  text: string,
  options = '',
): Promise<Line[]> {
  await client.query(`prepare explained as ${text}`);
  try {
    const { rows } = await client.query<{ count: number }>(
      "select cardinality(parameter_types) as count from pg_catalog.pg_prepared_statements where name = 'explained'",
    );
    const { count = 0 } = rows[0] ?? {};
    const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`;
    await client.query('set plan_cache_mode = force_generic_plan');
    const plan = await client.query<{ 'QUERY PLAN': Line }>(
      `explain ${options === '' ? '' : `(${options})`} execute explained${values}`,
    );
    return plan.rows.map((row) => row['QUERY PLAN']);
  } finally {
    // In a failed transaction these fail too, and the first error is the one to see.
    await client.query('reset plan_cache_mode').catch(() => {});
    await client.query('deallocate explained').catch(() => {});
  }
}
