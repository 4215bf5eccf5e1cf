import type pg from 'pg';

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Relation Name'?: string;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Runs a statement and returns how many rows it read from each table. A row that is read by two
 * scans, or twice by one, counts twice. Rows that an index skips without reading them do not count.
 */
export async function rowsRead(
  client: Pick<pg.ClientBase, 'query'>,
  text: string,
  values: readonly unknown[],
): Promise<Record<string, number>> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, timing off, format json) ${text}`,
    [...values],
  );
  const read: Record<string, number> = {};
  const visit = (node: PlanNode): void => {
    const table = node['Relation Name'];
    if (table !== undefined) {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
      read[table] = (read[table] ?? 0) + (node['Actual Rows'] + removed) * node['Actual Loops'];
    }
    for (const child of node.Plans ?? []) visit(child);
  };
  for (const row of rows) visit(row['QUERY PLAN'][0].Plan);
  return read;
}
