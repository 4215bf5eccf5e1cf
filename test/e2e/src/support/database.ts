import type { Pool } from '@prospecting/platform/postgres';

/**
 * Returns the tables, of all services, that have a row containing the text, in plain form or as
 * bytes.
 */
export async function tablesHolding(superuser: Pool, text: string): Promise<string[]> {
  const { rows } = await superuser.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_catalog.pg_tables
    where schemaname in ('directory', 'reveal', 'credits', 'accounts', 'edge') order by name`,
  );
  const patterns = [`%${text}%`, `%${Buffer.from(text).toString('hex')}%`];
  const holding: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await superuser.query(`select 1 from ${name} t where t::text ilike any ($1) limit 1`, [
      patterns,
    ]);
    if (rowCount !== 0) holding.push(name);
  }
  return holding;
}

/** Runs a statement with triggers and foreign keys disabled. Throws when it changes nothing. */
export async function tamper(superuser: Pool, text: string, values: readonly unknown[]): Promise<void> {
  const client = await superuser.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    const { rowCount } = await client.query(text, [...values]);
    await client.query('commit');
    if (rowCount === 0) throw new Error(`statement changed no row: ${text}`);
  } finally {
    client.release();
  }
}
