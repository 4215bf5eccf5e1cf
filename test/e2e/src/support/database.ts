import type { Pool } from '@prospecting/platform/postgres';

/** The tables of all services in which some row holds the text, in clear or as bytes. */
export async function tablesHolding(superuser: Pool, text: string): Promise<string[]> {
  const { rows } = await superuser.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_catalog.pg_tables
    where schemaname in ('directory', 'reveal', 'credits', 'edge') order by name`,
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

/** Runs a statement that no trigger and no foreign key hinders. It must change something. */
export async function tamper(superuser: Pool, text: string, values: readonly unknown[]): Promise<void> {
  const client = await superuser.connect();
  try {
    await client.query('begin; set local session_replication_role = replica');
    const { rowCount } = await client.query(text, [...values]);
    await client.query('commit');
    if (rowCount === 0) throw new Error(`nothing was changed by: ${text}`);
  } finally {
    client.release();
  }
}
