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
