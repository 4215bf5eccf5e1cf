/**
 * Takes refused records ($1, by ordinal) out of a staging table. It has no index: a batch costs one pass over the table.
 *
 * @param table one of ours, in pg_temp
 */
export function removeRecords(table: string): string {
  return `delete from pg_temp.${table} where ordinal = any ($1::bigint[])`;
}
