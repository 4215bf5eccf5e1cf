import pg from 'pg';
import { fixed, renderTable, whole } from './table.js';

/** A table or an index on disk. */
export interface RelationSize {
  /** Without its schema. */
  readonly table: string;
  /** Undefined: the table itself, with its TOAST values. */
  readonly index: string | undefined;
  readonly bytes: number;
  /** Rows of the table. */
  readonly rows: number;
}

/** Reads the sizes of tables and of their indexes, largest table first. Names have their schema. */
export async function readSizes(databaseUrl: string, tables: readonly string[]): Promise<RelationSize[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    for (const table of tables) await client.query(`analyze ${table}`);
    const { rows } = await client.query<{ table: string; index: string | null; bytes: string; rows: string }>(
      `select t.relname as table, i.relname as index, t.reltuples::bigint as rows,
        case when i.oid is null then pg_table_size(t.oid) else pg_relation_size(i.oid) end as bytes
      from pg_class t
      cross join lateral (
        select null::oid as oid, null::name as relname
        union all
        select x.oid, x.relname from pg_index join pg_class x on x.oid = indexrelid where indrelid = t.oid
      ) i
      where t.oid = any ($1::regclass[])
      order by pg_table_size(t.oid) desc, t.relname, i.oid is not null, pg_relation_size(i.oid) desc`,
      [tables],
    );
    return rows.map(({ table, index, bytes, rows: count }) => ({
      table,
      index: index ?? undefined,
      bytes: Number(bytes),
      rows: Number(count),
    }));
  } finally {
    await client.end();
  }
}

/**
 * Renders the sizes.
 * @param records Records of the file from which a table was filled, by its name without schema
 */
export function renderSizes(sizes: readonly RelationSize[], records: (table: string) => number): string {
  return renderTable(
    ['table or index', 'rows', 'MB', 'bytes per row', 'bytes per record'],
    sizes.map(({ table, index, bytes, rows }) => [
      index === undefined ? table : `  ${index}`,
      index === undefined ? whole(rows) : '',
      fixed(bytes / 1_000_000),
      whole(bytes / rows),
      whole(bytes / records(table)),
    ]),
  );
}
