import { readdir } from 'node:fs/promises';
import { creditsSchema } from '@prospecting/credits-service';
import { directorySchema } from '@prospecting/directory/migrations';
import { Pool, type SchemaModule } from '@prospecting/platform/postgres';
import { createTestDatabase, type TestDatabase } from '@prospecting/platform/testing';
import { revealSchema } from '@prospecting/reveal-service';
import { expect } from 'chai';
import { describeNeeds } from './support/index.js';

/**
 * The schemas `reveal` and `credits` can be distributed by account, as docs/scaling.md describes:
 * every row of an account is on one node, and every statement finds it by that account.
 */

const MIGRATIONS = 'what is applied: only a migration reads and writes it, on the coordinator';

/** Tables that every node has whole, with the reason why they need no account. */
const REFERENCE_TABLES: Readonly<Record<string, string>> = {
  'reveal.prices': 'a price belongs to a group of accounts; there are few, and operators change them',
  'reveal.erased_subjects': 'an erasure is of no account; there are few rows, for two days',
  'reveal.migrations': MIGRATIONS,
  'reveal.migrations_lock': MIGRATIONS,
  'credits.migrations': MIGRATIONS,
  'credits.migrations_lock': MIGRATIONS,
};

/** Statements that read the rows of all accounts, with the reason. */
const ACROSS_ACCOUNTS: Readonly<Record<string, string>> = {
  reveal_erase_in_account: 'a function of one account; its statements, each of that account, are in the migration',
  reveal_select_due_attempts: 'retention looks for attempts past their year, a batch at a time',
  credits_select_accounts: 'the audit pages through all accounts; it asks every node and merges in order',
  credits_select_pending_reservations: 'recovery looks for reservations that nobody finished, a page in some seconds',
};

const SCHEMAS: readonly { readonly module: SchemaModule; readonly folder: string }[] = [
  { module: revealSchema, folder: 'reveal-service' },
  { module: creditsSchema, folder: 'credits-service' },
];

interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly Operation?: string;
  readonly Schema?: string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly Output?: readonly string[];
  readonly Plans?: readonly PlanNode[];
}

describeNeeds('tables', 'reveal and credits can be distributed by account', () => {
  let database: TestDatabase;
  let pool: Pool;

  before(async () => {
    database = await createTestDatabase([directorySchema, ...SCHEMAS.map(({ module }) => module)]);
    pool = new Pool({ connectionString: database.url, max: 1 });
  });

  after(async () => {
    await pool.end();
    await database.drop();
  });

  const names = SCHEMAS.map(({ module }) => module.schema);

  it('has the account first in every primary key and unique index', async () => {
    const { rows } = await pool.query<{ table: string; index: string; first: string }>(
      `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as index,
        pg_get_indexdef(i.indexrelid, 1, true) as first
      from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indrelid
      where i.indisunique and c.relnamespace::regnamespace::text = any($1)`,
      [names],
    );
    const distributed = rows.filter(({ table }) => REFERENCE_TABLES[table] === undefined);
    expect(distributed.length).to.be.at.least(8);
    for (const { index, first } of distributed) expect(first, index).to.equal('account_id');
  });

  it('has an account in every row of every other table', async () => {
    const { rows } = await pool.query<{ table: string; ok: boolean }>(
      `select c.oid::regclass::text as table, coalesce(bool_or(a.attname = 'account_id' and a.attnotnull), false) as ok
      from pg_catalog.pg_class c
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text = any($1)
      group by c.oid`,
      [names],
    );
    const without = rows.filter(({ ok }) => !ok).map(({ table }) => table);
    expect(without).to.have.members(Object.keys(REFERENCE_TABLES));
  });

  it('has no foreign key that leaves the account', async () => {
    const { rows } = await pool.query<{ name: string; stays: boolean }>(
      `select f.conname as name, f.connamespace = r.relnamespace and exists (
        select from unnest(f.conkey, f.confkey) as pair (own, other)
        join pg_catalog.pg_attribute a on a.attrelid = f.conrelid and a.attnum = pair.own
        join pg_catalog.pg_attribute b on b.attrelid = f.confrelid and b.attnum = pair.other
        where a.attname = 'account_id' and b.attname = 'account_id'
      ) as stays
      from pg_catalog.pg_constraint f
      join pg_catalog.pg_class r on r.oid = f.confrelid
      where f.contype = 'f' and f.connamespace::regnamespace::text = any($1)`,
      [names],
    );
    expect(rows.length).to.be.at.least(3);
    for (const { name, stays } of rows) expect(stays, name).to.equal(true);
  });

  it('numbers nothing by a sequence, which all nodes would share', async () => {
    const { rowCount } = await pool.query(
      `select from pg_catalog.pg_class s
      left join pg_catalog.pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      where s.relkind = 'S' and s.relnamespace::regnamespace::text = any($1)
        and coalesce(d.refobjid::regclass::text, '') <> all($2)`,
      [names, Object.keys(REFERENCE_TABLES)],
    );
    expect(rowCount).to.equal(0);
  });

  it('finds the rows of one account in every statement, except in those that are listed with a reason', async () => {
    const across: string[] = [];
    const statements = (await Promise.all(SCHEMAS.map(({ folder }) => statementsOf(folder)))).flat();
    expect(statements.length).to.be.at.least(25);
    for (const statement of statements) {
      const accounts = new Set((await planOf(statement)).flatMap((node) => accountsOf(node)));
      if (accounts.size > 1 || accounts.has(UNBOUND)) across.push(statement.name);
    }
    expect(across).to.have.members(Object.keys(ACROSS_ACCOUNTS));
  });

  /** Returns the nodes of the plan that serves every value of the parameters. */
  async function planOf({ name, text }: NamedStatement): Promise<PlanNode[]> {
    const client = await pool.connect();
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      await client.query(`prepare ${name} as ${text}`);
      const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
      const values = parameters === 0 ? '' : `(${Array(parameters).fill('null').join(', ')})`;
      const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
        `explain (verbose, format json) execute ${name}${values}`,
      );
      const nodes: PlanNode[] = [];
      const visit = (node: PlanNode): void => {
        nodes.push(node);
        node.Plans?.forEach(visit);
      };
      visit(rows[0]?.['QUERY PLAN'][0]?.Plan ?? expect.fail());
      return nodes;
    } finally {
      client.release(true);
    }
  }
});

const UNBOUND = 'any account';

/** Returns the parameter that says whose rows a node of a plan reads or writes, if it does. */
function accountsOf(node: PlanNode): string[] {
  const table = `${node.Schema}.${node['Relation Name']}`;
  const isDistributed = SCHEMAS.some(({ module }) => module.schema === node.Schema);
  if (!isDistributed || REFERENCE_TABLES[table] !== undefined) return [];
  // An update or a delete changes the rows that the nodes below it have read.
  if (node['Node Type'] === 'ModifyTable' && node.Operation !== 'Insert') return [];
  if (node['Node Type'] === 'ModifyTable') {
    // The account is the first column of every table.
    const source = node.Plans?.find((plan) => plan['Parent Relationship'] === 'Outer');
    return insertedAccounts(source);
  }
  const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ');
  // The planner carries the equality over joins, so that every table has it itself.
  const bound = /account_id = (\$\d+|[a-z_0-9]+\.account_id)/.exec(conditions)?.[1];
  if (bound === undefined) return [UNBOUND];
  return bound.startsWith('$') ? [bound] : [];
}

/**
 * Returns the parameter in the first column that a plan puts out, through scans that rename it. None
 * when it is the account of a table that the plan reads: that table's own node says whose rows.
 */
function insertedAccounts(source: PlanNode | undefined): string[] {
  const [first = ''] = source?.Output ?? [];
  const parameter = /^\(?(\$\d+)\)?(::uuid)?$/.exec(first)?.[1];
  if (parameter !== undefined) return [parameter];
  if (/^[a-z_]+\.account_id$/.test(first)) return [];
  const isRenamed = source?.['Node Type'] === 'Subquery Scan' && /^"?\*SELECT/.test(first);
  return isRenamed ? insertedAccounts(source.Plans?.[0]) : [UNBOUND];
}

/** Returns the named statements of a service, from all modules of its folder `sql`. */
async function statementsOf(folder: string): Promise<NamedStatement[]> {
  const sql = new URL(`../../../${folder}/dist/sql/`, import.meta.url);
  const files = (await readdir(sql)).filter((file) => file.endsWith('.js') && !file.endsWith('.test.js'));
  const modules = await Promise.all(files.map((file) => import(new URL(file, sql).href) as Promise<object>));
  const exported: unknown[] = modules.flatMap((each) => Object.values(each) as unknown[]);
  return exported.filter(isStatement);
}

function isStatement(value: unknown): value is NamedStatement {
  return typeof value === 'object' && value !== null && 'name' in value && 'text' in value;
}
