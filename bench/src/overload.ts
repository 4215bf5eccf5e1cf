import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Pool } from '@prospecting/platform/postgres';
import type { Bench } from './bench.js';
import { createCustomers, warmKeyCache, type Customer } from './customers.js';
import { checkpoint, withPool } from './database.js';
import { provideDataset } from './dataset.js';
import { httpLookup } from './http-lookup.js';
import type { HttpBatches } from './http-batches.js';
import type { GeneratorOrders, GeneratorResults } from './overload-generator.js';
import { bestBesideExcess, findBest } from './overload-best.js';
import { watchCpu } from './overload-cpu.js';
import { ACCOUNTS } from './overload-plan.js';
import { renderOverload, type OverloadRow } from './overload-report.js';
import { nextMessage, startProcess } from './processes.js';
import { watchReadiness } from './readiness.js';
import { notify, startServer, type Started } from './server.js';
import { startStacks, TRANSPORTS, type Installation, type Transport } from './stacks.js';
import { namesOf, parseOptions, UsageError, wholeNumber } from './usage.js';
import { drawWorkload } from './workload.js';

const usage = `Options:
  --organizations N   organizations in the data set (100000), loaded once and kept between runs
  --contacts-per N    contacts per organization, on average (3)
  --data-dir DIR      directory of the database (.data/bench)
  --seconds N         duration of the overload (15)
  --connections LIST  numbers of connections at which the best rate is looked for (16,64,128)
  --generator N       most connections of the generator (1000)
  --bodies N          different request bodies (100)
  --seed N            seed of the data set and the requests (1)
  --transports LIST   transports to measure: in-process,grpc (both)
  --at-work N         most batches at work (the gateway's default)
  --profile DIR       write CPU profiles of the servers and the generator there (slows them)
  --json              one JSON value on standard output`;

interface OverloadOptions {
  readonly organizations: number;
  readonly contactsPer: number;
  readonly dataDir: string;
  readonly seconds: number;
  readonly connections: readonly number[];
  readonly generator: number;
  readonly bodies: number;
  readonly seed: number;
  readonly transports: readonly Transport[];
  readonly atWork: number | undefined;
  readonly profileDir: string | undefined;
  readonly json: boolean;
}

/** Offers each transport twice what it carries at best. */
export const overloadBench: Bench = {
  summary: 'twice the best rate: what is carried, what is refused, and who is served',
  usage,
  run,
};

/** What is offered, relative to the best rate. */
const OVERLOAD = 2;
const CALM = 0.5;
const SETTLE_MS = 1_000;
const BEFORE_MS = 4_000;
const AFTER_MS = 8_000;

function readOptions(args: readonly string[]): OverloadOptions {
  const value = { type: 'string' } as const;
  const values = parseOptions(args, {
    organizations: value,
    'contacts-per': value,
    'data-dir': value,
    seconds: value,
    connections: value,
    generator: value,
    bodies: value,
    seed: value,
    transports: value,
    'at-work': value,
    profile: value,
    json: { type: 'boolean' },
  });
  const { 'data-dir': dataDir = '.data/bench', connections = '16,64,128', profile } = values;
  return {
    organizations: wholeNumber(values, 'organizations', 100_000, [1_000, 100_000_000]),
    contactsPer: wholeNumber(values, 'contacts-per', 3, [0, 100]),
    dataDir: path.resolve(String(dataDir)),
    seconds: wholeNumber(values, 'seconds', 15, [2, 600]),
    connections: String(connections).split(',').map(connectionCount),
    generator: wholeNumber(values, 'generator', 1_000, [10, 1_900]),
    bodies: wholeNumber(values, 'bodies', 100, [1, 1_000]),
    seed: wholeNumber(values, 'seed', 1, [0, 1_000_000]),
    transports: namesOf(values, 'transports', TRANSPORTS),
    atWork: values['at-work'] === undefined ? undefined : wholeNumber(values, 'at-work', 0, [4, 10_000]),
    profileDir: profile === undefined ? undefined : path.resolve(String(profile)),
    json: values['json'] === true,
  };
}

function connectionCount(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count === 0) throw new UsageError('--connections must be numbers from 1 to 999, separated by commas');
  return count;
}

async function run(args: readonly string[], signal: AbortSignal): Promise<void> {
  const options = readOptions(args);
  const started: Started[] = [];
  try {
    const { dataDir, transports } = options;
    const postgres = await startServer(dataDir, started, signal);
    const dataset = await provideDataset(postgres.url, dataDir, { ...options });
    const workload = await drawWorkload(dataset.url, options.bodies, options.seed);
    await checkpoint(postgres.url);
    const rows: OverloadRow[] = [];
    for (const transport of transports) {
      // One installation at a time: an idle one still takes time for its timers.
      const { profileDir, atWork } = options;
      const gatewayEnvironment: Readonly<Record<string, string>> =
        atWork === undefined ? {} : { PUBLIC_MAX_AT_WORK: String(atWork) };
      const logDir = path.join(dataDir, 'logs');
      const settings = { databases: dataset.urls, redisUrl: undefined, logDir, profileDir, gatewayEnvironment };
      const stack: Started[] = [];
      try {
        const [installation] = await startStacks(settings, [transport], stack, signal);
        if (installation === undefined) throw new Error('no transport to measure');
        const { baseUrl, adminUrl, adminToken } = installation;
        const customers = await createCustomers(adminUrl, adminToken, ACCOUNTS);
        await warmKeyCache(baseUrl, customers);
        const keys = customers.map(({ key }) => key);
        const target = httpLookup({ ...workload, variant: transport, baseUrl, keys });
        const row = await withPool(postgres.url, (pool) =>
          overload({ installation, target, customers, pool }, options, signal),
        );
        rows.push(row);
      } finally {
        for (const each of stack.reverse()) await each.stop();
      }
    }
    print(rows, options);
  } finally {
    for (const each of started.reverse()) await each.stop();
  }
}

interface Overloaded {
  readonly installation: Installation;
  readonly target: HttpBatches;
  readonly customers: readonly Customer[];
  readonly pool: Pool;
}

async function overload(
  { installation, target, customers, pool }: Overloaded,
  options: OverloadOptions,
  signal: AbortSignal,
): Promise<OverloadRow> {
  const { variant } = target;
  const processes = { logDir: path.join(options.dataDir, 'logs'), profileDir: options.profileDir };
  const product = installation.parts.map(({ process: { child } }) => child.pid ?? 0);
  const searching = await watchCpu(pool, { product, clients: [process.pid] });
  const best = await findBest(target, options.connections, searching, signal);
  const rate = best.requestsPerSecond;
  notify(`${variant}: best ${Math.round(rate)} requests/s; offering ${Math.round(OVERLOAD * rate)}`);
  const measureMs = options.seconds * 1_000;
  const overloaded = { settleMs: SETTLE_MS, measureMs, requestsPerSecond: OVERLOAD * rate };
  const orders: GeneratorOrders = {
    baseUrl: installation.baseUrl,
    keys: customers.map(({ key }) => key),
    batches: target.exchanges(),
    phases: [
      { requestsPerSecond: CALM * rate, settleMs: SETTLE_MS, measureMs: BEFORE_MS },
      overloaded,
      { requestsPerSecond: CALM * rate, settleMs: 0, measureMs: AFTER_MS },
    ],
    connections: options.generator,
    seed: options.seed,
  };
  const excess = { ...orders, phases: [{ ...overloaded, requestsPerSecond: (OVERLOAD - 1) * rate }] };
  const beside = await bestBesideExcess(target, best, { cpu: searching, orders: excess, processes }, signal);
  searching.stop();
  const entry = new URL('overload-generator.js', import.meta.url);
  const generator = await startProcess({ ...processes, name: `generator-${variant}`, entry });
  const cpu = await watchCpu(pool, { product, clients: [generator.child.pid ?? 0] });
  const readiness = watchReadiness(installation.parts.map(({ adminUrl }) => adminUrl));
  try {
    generator.child.send(orders);
    const [before, during, after] = (await nextMessage(generator, signal)) as GeneratorResults;
    if (before === undefined || during === undefined || after === undefined) throw new Error('a phase has no result');
    const cores = cpu.between(during.fromEpochMs, during.untilEpochMs);
    return { variant, best, beside, before, during, after, cores, readiness: await readiness.stop() };
  } finally {
    cpu.stop();
    await readiness.stop();
    await generator.stop();
  }
}

function print(rows: readonly OverloadRow[], { organizations, contactsPer, seconds, json }: OverloadOptions): void {
  const machine = { cores: availableParallelism(), node: process.version };
  if (json) {
    const setting = { organizations, contactsPer, seconds };
    process.stdout.write(`${JSON.stringify({ bench: 'overload', machine, setting, rows })}\n`);
    return;
  }
  const title = `${organizations} organizations; ${OVERLOAD} times the best rate for ${seconds} s; ${machine.cores} cores, Node ${machine.node}`;
  process.stdout.write(`${title}\n${renderOverload(rows)}\n`);
}
