import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import type { Pool } from '@prospecting/platform/postgres';
import { cpuSeconds } from './cpu-time.js';
import { createCustomers, warmKeyCache } from './customers.js';
import { postgresPids, withPool } from './database.js';
import { copyDataset, provideDataset } from './dataset.js';
import { httpLookup } from './http-lookup.js';
import { httpSpend } from './http-spend.js';
import { PARTS, type CallCost, type MeasuredCost, type Part } from './plan-model.js';
import { readContacts } from './sample.js';
import { notify, startServer, type Started } from './server.js';
import { createSpenders } from './spend-customers.js';
import { ordersOfAllAccounts } from './spend-orders.js';
import { startStacks, type Installation } from './stacks.js';
import { measureTarget, type Target } from './target.js';
import { drawWorkload } from './workload.js';

export interface CostOptions {
  readonly organizations: number;
  readonly seconds: number;
  readonly dataDir: string;
}

const DATABASE = 'bench_plan';
const CONNECTIONS = 16;
const WARM_UP = { settleMs: 4_000, measureMs: 1_000 };
const BODIES = 100;
const SEED = 1;
const ACCOUNTS = 500;
/** Digits that are kept: two runs differ in the second. */
const PRECISION = 3;

/**
 * Measures what a lookup of 25 items and a spend of one contact cost each process, over gRPC, with
 * the CPU time that the operating system counts.
 */
export async function measureCost(options: CostOptions, signal: AbortSignal): Promise<MeasuredCost> {
  const started: Started[] = [];
  const { dataDir, organizations, seconds } = options;
  try {
    const postgres = await startServer(dataDir, started, signal, { shared_buffers: '512MB' });
    const size = { organizations, contactsPer: 3, seed: SEED };
    const dataset = await provideDataset(postgres.url, dataDir, size);
    const { url, urls: databases } = await copyDataset(postgres.url, dataset, DATABASE, started);
    const customers = await createSpenders(databases, ACCOUNTS);
    const stacks = await startStacks(
      { databases, redisUrl: undefined, logDir: path.join(dataDir, 'logs'), profileDir: undefined },
      ['grpc'],
      started,
      signal,
    );
    const [stack] = stacks;
    if (stack === undefined) throw new Error('no installation to measure');
    await warmKeyCache(stack.baseUrl, customers);
    const contacts = await withPool(url, readContacts);
    const orders = ordersOfAllAccounts(customers, contacts, 1);
    const spends = httpSpend({ variant: 'spend', baseUrl: stack.baseUrl, orders });
    const lookups = await lookupTarget(stack, url);
    const measureOne = (target: Target): Promise<CallCost> => {
      notify(`measuring the cost of a ${target.variant}`);
      return costOf(target, stack, url, seconds, signal);
    };
    const calls = { lookup: await measureOne(lookups), spend: await measureOne(spends) };
    const machine = `${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
    return { measuredAt: new Date().toISOString().slice(0, 10), machine, calls };
  } finally {
    for (const each of started.reverse()) await each.stop();
  }
}

async function lookupTarget({ baseUrl, adminUrl, adminToken }: Installation, url: string): Promise<Target> {
  const workload = await drawWorkload(url, BODIES, SEED);
  const keys = (await createCustomers(adminUrl, adminToken, 1)).map(({ key }) => key);
  return httpLookup({ ...workload, variant: 'lookup', baseUrl, keys });
}

async function costOf(
  target: Target,
  { parts }: Installation,
  url: string,
  seconds: number,
  signal: AbortSignal,
): Promise<CallCost> {
  const pids = Object.fromEntries(parts.map(({ process: { name, child } }) => [name, child.pid ?? 0]));
  await target.verify();
  await measureTarget(target, CONNECTIONS, WARM_UP, signal);
  const read = (): Promise<Reading> => withPool(url, (pool) => takeReading(pool, pids));
  const before = await read();
  const period = { settleMs: 0, measureMs: seconds * 1_000 };
  const { requestsPerSecond } = await measureTarget(target, CONNECTIONS, period, signal);
  const after = await read();
  const requests = requestsPerSecond * seconds;
  const perRequest = (total: number): number => Number((total / requests).toPrecision(PRECISION));
  const cpu = PARTS.map((part) => [part, perRequest(after.cpu[part] - before.cpu[part])]);
  return {
    cpuSeconds: Object.fromEntries(cpu) as Record<Part, number>,
    transactions: perRequest(after.transactions - before.transactions),
  };
}

interface Reading {
  readonly cpu: Readonly<Record<Part, number>>;
  readonly transactions: number;
}

async function takeReading(pool: Pool, pids: Readonly<Record<string, number>>): Promise<Reading> {
  const postgres = await postgresPids(pool);
  const stats = await pool.query<{ transactions: number }>(
    'select xact_commit as transactions from pg_catalog.pg_stat_database where datname = current_database()',
  );
  const cpu = await Promise.all(
    PARTS.map(async (part) => {
      const own = part === 'postgres' ? postgres : [pids[part] ?? 0];
      return [part, await cpuSeconds(own)] as const;
    }),
  );
  return { cpu: Object.fromEntries(cpu) as Record<Part, number>, transactions: stats.rows[0]?.transactions ?? 0 };
}
