import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { DatabaseUrls } from '@prospecting/embedded';
import { createRandom } from '@prospecting/platform/random';
import type { Bench } from './bench.js';
import { drawPages, drawPeople } from './contact-sample.js';
import { perRequest, POSTGRES } from './cost-model.js';
import { useDuring, type Scene } from './cost-reading.js';
import { renderCosts, type Cost } from './cost-report.js';
import { warmKeyCache, type Customer } from './customers.js';
import { checkpoint, withPool } from './database.js';
import { copyDataset, provideDataset } from './dataset.js';
import { httpBatches, type Batch } from './http-batches.js';
import { organizationBatch } from './http-lookup.js';
import { httpSpend } from './http-spend.js';
import type { Measurement } from './measure.js';
import { readContacts } from './sample.js';
import { notify, startServer, type Started } from './server.js';
import { createSpenders } from './spend-customers.js';
import { ordersOfAllAccounts, type Orders } from './spend-orders.js';
import { startStacks, TRANSPORTS, type Installation, type StackSettings, type Transport } from './stacks.js';
import { measureTarget, type Target } from './target.js';
import { namesOf, parseOptions, wholeNumber } from './usage.js';
import { drawWorkload } from './workload.js';

/** The requests that are measured, by the names of their lines. */
const OPERATIONS = [
  'organizations/match',
  'organizations/contacts/match',
  'people/match',
  'contacts/reveal of 1',
  'contacts/reveal of 25',
] as const;
type OperationName = (typeof OPERATIONS)[number];

/** A copy for this run, because reveals are permanent. */
const DATABASE = 'bench_cost';
const SETTINGS = { shared_buffers: '1GB', shared_preload_libraries: 'pg_stat_statements' };
const BODIES = 200;
const ACCOUNTS = 500;
const SEED = 1;

const usage = `Options:
  --organizations N   organizations in the data set (100000), loaded once and kept between runs
  --contacts-per N    contacts per organization, on average (3)
  --data-dir DIR      directory of the database (.data/bench)
  --connections N     connections that send requests (16)
  --seconds N         duration of one measurement (10), after as long a warm-up
  --transports LIST   transports to measure: in-process,grpc (both)
  --operations LIST   requests to measure: ${OPERATIONS.join(',')} (all)
  --redis URL         count requests in Redis, not in the gateway's memory
  --json              one JSON value on standard output`;

interface CostOptions {
  readonly organizations: number;
  readonly contactsPer: number;
  readonly dataDir: string;
  readonly connections: number;
  readonly seconds: number;
  readonly transports: readonly Transport[];
  readonly operations: readonly OperationName[];
  readonly redisUrl: string | undefined;
  readonly json: boolean;
}

/** Measures what each kind of request costs each process, hop and statement. */
export const costBench: Bench = { summary: 'where the time, bytes and memory of a request go', usage, run };

function readOptions(args: readonly string[]): CostOptions {
  const names = ['organizations', 'contacts-per', 'data-dir', 'connections', 'seconds', 'transports', 'operations'];
  const value = { type: 'string' } as const;
  const values = parseOptions(args, {
    ...Object.fromEntries([...names, 'redis'].map((name) => [name, value])),
    json: { type: 'boolean' },
  });
  const { 'data-dir': dataDir = '.data/bench', redis } = values;
  return {
    organizations: wholeNumber(values, 'organizations', 100_000, [1_000, 100_000_000]),
    contactsPer: wholeNumber(values, 'contacts-per', 3, [1, 100]),
    dataDir: path.resolve(String(dataDir)),
    connections: wholeNumber(values, 'connections', 16, [1, 1_000]),
    seconds: wholeNumber(values, 'seconds', 10, [1, 600]),
    transports: namesOf(values, 'transports', TRANSPORTS),
    operations: namesOf(values, 'operations', OPERATIONS),
    redisUrl: redis === undefined ? undefined : String(redis),
    json: values['json'] === true,
  };
}

async function run(args: readonly string[], signal: AbortSignal): Promise<void> {
  const options = readOptions(args);
  const { dataDir, organizations, contactsPer, redisUrl } = options;
  const started: Started[] = [];
  try {
    const postgres = await startServer(dataDir, started, signal, SETTINGS);
    const dataset = await provideDataset(postgres.url, dataDir, { organizations, contactsPer, seed: SEED });
    const { url, urls: databases } = await copyDataset(postgres.url, dataset, DATABASE, started);
    await withPool(url, (pool) => pool.query('create extension if not exists pg_stat_statements'));
    const work = await drawWork(url, databases);
    const ports = new Map([[postgres.port, POSTGRES]]);
    if (redisUrl !== undefined) ports.set(Number(new URL(redisUrl).port || 6_379), 'redis');
    await checkpoint(postgres.url);
    const costs: Cost[] = [];
    for (const transport of options.transports) {
      const settings = { databases, redisUrl, logDir: path.join(dataDir, 'logs') };
      const measure = (stack: Installation) => measureStack(stack, work, { url, ports }, options, signal);
      costs.push(...(await measureTransport(transport, settings, measure, signal)));
    }
    print(costs, options);
  } finally {
    for (const each of started.reverse()) await each.stop();
  }
}

/** What is sent, drawn once for both transports. */
interface Work {
  readonly customers: readonly Customer[];
  readonly free: Readonly<Record<string, { readonly path: string; readonly batches: readonly Batch[] }>>;
  readonly spends: Readonly<Record<string, Orders>>;
}

async function drawWork(url: string, databases: DatabaseUrls): Promise<Work> {
  notify(`creating ${2 * ACCOUNTS} accounts`);
  const customers = await createSpenders(databases, ACCOUNTS);
  // Other accounts, because an account reveals a contact once.
  const others = await createSpenders(databases, ACCOUNTS);
  const workload = await drawWorkload(url, BODIES, SEED);
  return withPool(url, async (pool) => {
    const contacts = await readContacts(pool);
    const organizations = workload.bodies.map((items) => organizationBatch(items, workload.owners));
    return {
      customers: [...customers, ...others],
      free: {
        'organizations/match': { path: '/organizations/match', batches: organizations },
        'organizations/contacts/match': {
          path: '/organizations/contacts/match',
          batches: await drawPages(pool, workload),
        },
        'people/match': { path: '/people/match', batches: await drawPeople(pool, BODIES, createRandom(SEED)) },
      },
      spends: {
        'contacts/reveal of 1': ordersOfAllAccounts(customers, contacts, 1),
        'contacts/reveal of 25': ordersOfAllAccounts(others, contacts, 25),
      },
    };
  });
}

function targetOf(operation: OperationName, { customers, free, spends }: Work, baseUrl: string): Target {
  const orders = spends[operation];
  if (orders !== undefined) return httpSpend({ variant: operation, baseUrl, orders });
  const { path: below, batches } = free[operation] as Work['free'][string];
  // All from one account, since balances differ once credits are spent.
  const keys = customers.slice(0, 1).map(({ key }) => key);
  return httpBatches({ variant: operation, baseUrl, path: below, keys, batches });
}

interface Surroundings {
  readonly url: string;
  readonly ports: ReadonlyMap<number, string>;
}

/** Runs one installation at a time, so that no other one takes its CPU time. */
async function measureTransport(
  transport: Transport,
  settings: Pick<StackSettings, 'databases' | 'redisUrl' | 'logDir'>,
  measure: (stack: Installation) => Promise<Cost[]>,
  signal: AbortSignal,
): Promise<Cost[]> {
  const preload = new URL('cost-probe.js', import.meta.url);
  const started: Started[] = [];
  try {
    const [stack] = await startStacks({ ...settings, profileDir: undefined, preload }, [transport], started, signal);
    if (stack === undefined) throw new Error('no installation to measure');
    return await measure(stack);
  } finally {
    for (const each of started) await each.stop();
  }
}

async function measureStack(
  stack: Installation,
  work: Work,
  { url, ports }: Surroundings,
  { operations, connections, seconds }: CostOptions,
  signal: AbortSignal,
): Promise<Cost[]> {
  const { baseUrl, parts, transport } = stack;
  const grpcPorts = parts.flatMap(({ process: { name }, grpcPort }) =>
    grpcPort === undefined ? [] : [[grpcPort, name] as const],
  );
  await warmKeyCache(baseUrl, work.customers);
  return withPool(url, async (pool) => {
    const scene: Scene = {
      parts,
      pool,
      ports: new Map([...grpcPorts, ...ports]),
      publicPort: Number(new URL(baseUrl).port),
    };
    const costs: Cost[] = [];
    for (const operation of operations) {
      notify(`${operation}, ${transport}`);
      const target = targetOf(operation, work, baseUrl);
      await target.verify();
      const period = { settleMs: 0, measureMs: seconds * 1_000 };
      await measureTarget(target, connections, period, signal);
      let measurement: Measurement | undefined;
      const use = await useDuring(scene, async () => {
        measurement = await measureTarget(target, connections, period, signal);
        return measurement.requestsPerSecond * seconds;
      });
      if (measurement === undefined) throw new Error('nothing was measured');
      const { requests } = use;
      costs.push({ operation, transport, requests, measurement, ...perRequest(use, requests) });
    }
    return costs;
  });
}

function print(costs: readonly Cost[], { organizations, contactsPer, connections, seconds, json }: CostOptions): void {
  const machine = { cores: availableParallelism(), node: process.version };
  if (json) {
    const setting = { organizations, contactsPer, connections, seconds };
    process.stdout.write(`${JSON.stringify({ bench: 'cost', machine, setting, costs })}\n`);
    return;
  }
  const title = `${organizations} organizations, ${contactsPer} contacts each; ${connections} connections; ${machine.cores} cores, Node ${machine.node}`;
  process.stdout.write(`${title}\n${renderCosts(costs)}\n`);
}
