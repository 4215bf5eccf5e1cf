import { availableParallelism } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@prospecting/embedded/postgres';
import type { Bench } from './bench.js';
import { createCustomers, warmKeyCache, type Customer } from './customers.js';
import type { Pool } from '@prospecting/platform/postgres';
import { watchCpu } from './overload-cpu.js';
import { checkpoint, withPool } from './database.js';
import { provideDataset } from './dataset.js';
import { httpLookup } from './http-lookup.js';
import type { HttpBatches } from './http-batches.js';
import type { GeneratorOrders, GeneratorResults } from './overload-generator.js';
import { ACCOUNTS, type Phase } from './overload-plan.js';
import { renderOverload, type OverloadRow } from './overload-report.js';
import { nextMessage, startProcess } from './processes.js';
import { watchReadiness } from './readiness.js';
import { startStacks, TRANSPORTS, type Installation, type Transport } from './stacks.js';
import { measureTarget } from './target.js';
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
const BEST_SECONDS = 5;
const WARM_UP = { connections: 16, period: { settleMs: 0, measureMs: 10_000 } };
const BEFORE_MS = 4_000;
const AFTER_MS = 8_000;
/** The error of a client whose request was refused. */
const REFUSED = 'unexpected status 503';

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
  const started: { stop(): Promise<void> }[] = [];
  try {
    const { dataDir, transports } = options;
    const settings = { shared_buffers: '1GB' };
    const postgres = await startPostgres({ dataDir, authentication: 'trust', settings, notify, signal });
    started.push(postgres);
    const dataset = await provideDataset(postgres.url, dataDir, { ...options }, notify);
    const workload = await drawWorkload(dataset.url, options.bodies, options.seed);
    await checkpoint(postgres.url);
    const rows: OverloadRow[] = [];
    for (const transport of transports) {
      // One installation at a time: an idle one still takes time for its timers.
      const { profileDir, atWork } = options;
      const gatewayEnvironment: Readonly<Record<string, string>> =
        atWork === undefined ? {} : { PUBLIC_MAX_AT_WORK: String(atWork) };
      const settings = { databases: dataset.urls, redisUrl: undefined, profileDir, gatewayEnvironment };
      const stack: { stop(): Promise<void> }[] = [];
      try {
        const stackSettings = { ...settings, logDir: path.join(dataDir, 'logs') };
        const [installation] = await startStacks(stackSettings, [transport], stack, signal);
        if (installation === undefined) throw new Error('no transport to measure');
        const { baseUrl, adminUrl, adminToken } = installation;
        const customers = await createCustomers(adminUrl, adminToken, ACCOUNTS);
        await warmKeyCache(baseUrl, customers);
        const keys = customers.map(({ key }) => key);
        const target = httpLookup({ ...workload, variant: transport, baseUrl, keys });
        const row = await withPool(postgres.url, (pool) =>
          overload(installation, target, customers, options, pool, signal),
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

async function overload(
  installation: Installation,
  target: HttpBatches,
  customers: readonly Customer[],
  options: OverloadOptions,
  pool: Pool,
  signal: AbortSignal,
): Promise<OverloadRow> {
  const product = installation.parts.map(({ process: { child } }) => child.pid ?? 0);
  const best = await findBest(target, options, signal);
  {
    const cpu = await watchCpu(pool, { product, clients: [process.pid] });
    const from = Date.now();
    const m = await measureTarget(target, 64, { settleMs: 0, measureMs: 3000 }, signal).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    notify(`at 64: ${JSON.stringify(m)} ${JSON.stringify(cpu.between(from, from + 3000))}`);
    cpu.stop();
  }
  notify(`${target.variant}: best ${Math.round(best)} requests/s; offering ${Math.round(OVERLOAD * best)}`);
  const phases: Phase[] = [
    { name: 'before', requestsPerSecond: CALM * best, settleMs: SETTLE_MS, measureMs: BEFORE_MS },
    {
      name: 'overload',
      requestsPerSecond: OVERLOAD * best,
      settleMs: SETTLE_MS,
      measureMs: options.seconds * 1_000,
    },
    { name: 'after', requestsPerSecond: CALM * best, settleMs: 0, measureMs: AFTER_MS },
  ];
  const generator = await startProcess({
    name: `generator-${target.variant}`,
    entry: new URL('overload-generator.js', import.meta.url),
    logDir: path.join(options.dataDir, 'logs'),
    profileDir: options.profileDir,
  });
  const cpu = await watchCpu(pool, { product, clients: [generator.child.pid ?? 0] });
  const readiness = watchReadiness(installation.parts.map(({ adminUrl }) => adminUrl));
  try {
    const orders: GeneratorOrders = {
      baseUrl: installation.baseUrl,
      keys: customers.map(({ key }) => key),
      batches: target.exchanges(),
      phases,
      connections: options.generator,
      seed: options.seed,
    };
    generator.child.send(orders);
    const [before, during, after] = (await nextMessage(generator, signal)) as GeneratorResults;
    if (before === undefined || during === undefined || after === undefined) throw new Error('a phase has no result');
    notify(`cpu ${JSON.stringify([before, during, after].map((p) => cpu.between(p.fromEpochMs, p.untilEpochMs)))}`);
    return { variant: target.variant, best, before, during, after, readiness: await readiness.stop() };
  } finally {
    cpu.stop();
    await readiness.stop();
    await generator.stop();
  }
}

/** Returns the best rate of clients that wait for each answer, at any number of connections. */
async function findBest(target: HttpBatches, options: OverloadOptions, signal: AbortSignal): Promise<number> {
  notify(`${target.variant}: checking every answer, warming up, and looking for the best rate`);
  await target.verify();
  await measureTarget(target, WARM_UP.connections, WARM_UP.period, signal);
  let best = 0;
  for (const connections of options.connections) {
    const period = { settleMs: SETTLE_MS, measureMs: BEST_SECONDS * 1_000 };
    try {
      const { requestsPerSecond, p99Ms } = await measureTarget(target, connections, period, signal);
      notify(`  ${connections} connections: ${Math.round(requestsPerSecond)} requests/s, p99 ${Math.round(p99Ms)} ms`);
      best = Math.max(best, requestsPerSecond);
    } catch (error) {
      // So many are more than this machine carries within a second each, so fewer are the best.
      if (!(error instanceof Error && error.message === REFUSED) || best === 0) throw error;
      notify(`  ${connections} connections: refused`);
    }
  }
  return best;
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

function notify(line: string): void {
  process.stderr.write(`${line}\n`);
}
