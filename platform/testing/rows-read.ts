import pg from 'pg';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Relation Name'?: string;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

const PLANS = ['force_generic_plan', 'force_custom_plan'] as const;

/**
 * Runs a statement as prepared, once with the plan for any values and once with the plan for these,
 * and returns the most rows that either read from each table; changes are rolled back. A row that is
 * read by two scans, or twice by one, counts twice. Rows that an index skips without reading them do
 * not count. `joined` are pairs of rows that a join compared in vain; absent when there is none.
 */
export async function rowsRead(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
): Promise<Readonly<Record<string, number>>> {
  const most: Record<string, number> = {};
  const client = await pool.connect();
  try {
    for (const plan of PLANS) {
      const read: Record<string, number> = {};
      visit(await explain(client, plan, text, values), read);
      for (const [table, rows] of Object.entries(read)) most[table] = Math.max(most[table] ?? 0, rows);
    }
  } finally {
    client.release(true);
  }
  return most;
}

async function explain(
  client: Pick<pg.ClientBase, 'query'>,
  plan: (typeof PLANS)[number],
  text: string,
  values: readonly unknown[],
): Promise<PlanNode> {
  await client.query(`begin; set local plan_cache_mode = ${plan}`);
  await client.query(`prepare explained as ${text}`);
  const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, timing off, format json) execute explained${given}`,
  );
  await client.query('rollback; deallocate explained');
  const [row] = rows;
  if (row === undefined) throw new Error('there is no plan');
  return row['QUERY PLAN'][0].Plan;
}

function visit(node: PlanNode, read: Record<string, number>): void {
  const table = node['Relation Name'];
  const add = (name: string, rows: number): void => {
    read[name] = (read[name] ?? 0) + Math.round(rows * node['Actual Loops']);
  };
  if (table !== undefined && node['Node Type'] !== 'ModifyTable') {
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    add(table, node['Actual Rows'] + removed);
  }
  const inVain = node['Rows Removed by Join Filter'] ?? 0;
  if (inVain > 0) add('joined', inVain);
  for (const child of node.Plans ?? []) visit(child, read);
}

/** `execute` takes no parameters. */
function literal(value: unknown): string {
  if (value === null) return 'null';
  if (!Array.isArray(value)) return pg.escapeLiteral(textOf(value));
  const elements = value.map((each) => (each === null ? 'null' : `"${textOf(each).replace(/["\\]/g, '\\$&')}"`));
  return pg.escapeLiteral(`{${elements.join(',')}}`);
}

function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  return value instanceof Date ? value.toISOString() : String(value);
}
