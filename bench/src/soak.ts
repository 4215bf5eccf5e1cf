import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.js';
import { warmKeyCache } from './customers.js';
import { checkpoint, withPool } from './database.js';
import { copyDataset, provideDataset, type DatasetSize } from './dataset.js';
import { notify, startServer, type Started } from './server.js';
import { runEvents } from './soak-events.js';
import { judgeSoak, type SoakFindings } from './soak-goals.js';
import { createSoakLoad } from './soak-load.js';
import { createOutages } from './soak-outages.js';
import { DEFAULT_COLUMNS, renderSoak, toJson } from './soak-report.js';
import { createSamples } from './soak-samples.js';
import { planEvents } from './soak-schedule.js';
import { createTally } from './soak-tally.js';
import { drawSoakWork, type SoakWork } from './soak-work.js';
import { auditSpends } from './spend-audit.js';
import { startStacks, TRANSPORTS, type Installation, type Transport } from './stacks.js';
import { namesOf, parseOptions, UsageError, wholeNumber } from './usage.js';

/** A copy for this run, because reveals are permanent. */
const DATABASE = 'bench_soak';
const MINUTE_MS = 60_000;
const SHORTEST_SAMPLE_MS = 2_000;
/** Enough for any chart, and few enough for any memory. */
const SAMPLES = 600;
/** A process that is being asked may be busy with its last requests. */
const STOPPING_LIMIT_MS = 30_000;

const usage = `Options:
  --minutes N         duration of the load (60)
  --organizations N   organizations in the data set (100000), loaded once and kept between runs
  --contacts-per N    contacts per organization, on average (3)
  --data-dir DIR      directory of the database (.data/bench)
  --connections N     connections that send requests (8)
  --share N           percentage of its time that a connection works; it rests in between (50)
  --seed N            seed of the data set and of what is sent (1)
  --transport NAME    grpc, or in-process: then no service is restarted (grpc)
  --redis URL         count requests in Redis, not in the gateway's memory
  --json              one JSON value on standard output`;

interface SoakOptions extends DatasetSize {
  readonly minutes: number;
  readonly dataDir: string;
  readonly connections: number;
  readonly share: number;
  readonly transport: Transport;
  readonly redisUrl: string | undefined;
  readonly json: boolean;
}

/**
 * Runs a mixed load for long, disturbs it, and judges whether answers stay right and resources
 * flat.
 */
export const soakBench: Bench = { summary: 'a mixed load for long: answers right, resources flat', usage, run };

function readOptions(args: readonly string[]): SoakOptions {
  const names = ['minutes', 'organizations', 'contacts-per', 'data-dir', 'connections', 'share', 'seed', 'transport'];
  const value = { type: 'string' } as const;
  const values = parseOptions(args, {
    ...Object.fromEntries([...names, 'redis'].map((name) => [name, value])),
    json: { type: 'boolean' },
  });
  const { 'data-dir': dataDir = '.data/bench', redis } = values;
  const [transport, more] = values['transport'] === undefined ? ['grpc'] : namesOf(values, 'transport', TRANSPORTS);
  if (transport === undefined || more !== undefined) throw new UsageError('--transport must be one name');
  return {
    minutes: wholeNumber(values, 'minutes', 60, [1, 10_080]),
    organizations: wholeNumber(values, 'organizations', 100_000, [1_000, 100_000_000]),
    contactsPer: wholeNumber(values, 'contacts-per', 3, [1, 100]),
    dataDir: path.resolve(String(dataDir)),
    connections: wholeNumber(values, 'connections', 8, [1, 1_000]),
    share: wholeNumber(values, 'share', 50, [1, 100]) / 100,
    seed: wholeNumber(values, 'seed', 1, [0, 1_000_000]),
    transport: transport as Transport,
    redisUrl: redis === undefined ? undefined : String(redis),
    json: values['json'] === true,
  };
}

async function run(args: readonly string[], signal: AbortSignal): Promise<void> {
  const options = readOptions(args);
  const { dataDir, organizations, contactsPer, seed, transport, redisUrl } = options;
  const workDir = path.join(dataDir, 'soak');
  const started: Started[] = [];
  try {
    const postgres = await startServer(dataDir, started, signal, { shared_buffers: '512MB' });
    const dataset = await provideDataset(postgres.url, dataDir, { organizations, contactsPer, seed });
    const { url, urls: databases } = await copyDataset(postgres.url, dataset, DATABASE, started);
    notify('creating accounts');
    const work = await drawSoakWork(url, databases, seed);
    signal.throwIfAborted();
    const logDir = path.join(dataDir, 'logs');
    const places = { databases, redisUrl, logDir, profileDir: undefined };
    const [stack] = await startStacks(places, [transport], started, signal);
    if (stack === undefined) throw new Error('no installation to soak');
    await warmKeyCache(stack.baseUrl, work.customers);
    await checkpoint(postgres.url);
    print(await soak({ stack, work, url, importerUrl: databases.importer, workDir }, options, signal), options);
  } finally {
    for (const each of started.reverse()) await each.stop();
    await rm(workDir, { recursive: true, force: true });
  }
}

interface Scene {
  readonly stack: Installation;
  readonly work: SoakWork;
  /** The superuser's URL. */
  readonly url: string;
  readonly importerUrl: string;
  readonly workDir: string;
}

/** Runs load, events and samples side by side. An abort ends it with what there is. */
async function soak(
  { stack, work, url, importerUrl, workDir }: Scene,
  options: SoakOptions,
  interrupted: AbortSignal,
): Promise<SoakFindings> {
  const { minutes, connections, share, seed, dataDir, transport } = options;
  const durationMs = minutes * MINUTE_MS;
  const startedAt = performance.now();
  const now = (): number => performance.now() - startedAt;
  const [tally, outages] = [createTally(), createOutages(now)];
  const planned = planEvents(durationMs, { restarts: transport === 'grpc' });
  const load = createSoakLoad({ baseUrl: stack.baseUrl, work, connections, share, seed, tally, outages, now });
  const over = new AbortController();
  const ending = AbortSignal.any([interrupted, over.signal]);
  const { customers } = work;
  const eventOptions = { stack, customers, size: options, databaseUrl: importerUrl, dataDir, workDir, outages, now };
  notify(`${minutes} min at ${connections} connections: ${planned.length} events`);
  return withPool(url, async (pool) => {
    const everyMs = Math.max(SHORTEST_SAMPLE_MS, durationMs / SAMPLES);
    const samples = createSamples({ stack, pool, tally, everyMs, now });
    try {
      const sampling = samples.run(ending);
      const [events] = await Promise.all([
        runEvents(planned, { ...eventOptions, notify }, ending),
        load.run(durationMs, ending).finally(() => over.abort()),
        sampling,
      ]);
      const ranMs = now();
      await sleep(Math.min(STOPPING_LIMIT_MS, Math.max(0, outages.overAt() - now())));
      const afterwards = [
        await check('every balance is what was not spent', () => load.checkBalances()),
        await check('the audit at the end', () => audit(stack)),
      ];
      return {
        durationMs: ranMs,
        counts: tally.counts(),
        faults: tally.faults,
        outages: outages.all,
        events,
        planned: planned.length,
        series: samples.series(),
        peaks: samples.peaks(),
        afterwards,
      };
    } finally {
      over.abort();
    }
  });
}

async function check(name: string, work: () => Promise<void>): Promise<SoakFindings['afterwards'][number]> {
  try {
    await work();
    return { check: name, failure: undefined };
  } catch (error) {
    return { check: name, failure: String(error) };
  }
}

async function audit({ adminUrl, adminToken }: Installation): Promise<void> {
  notify('auditing');
  const { differences } = await auditSpends(adminUrl, adminToken);
  if (differences > 0) throw new Error(`${differences} differences`);
}

function print(found: SoakFindings, options: SoakOptions): void {
  const { organizations, contactsPer, connections, share, transport, json } = options;
  const machine = { cores: availableParallelism(), node: process.version };
  if (json) {
    const setting = { organizations, contactsPer, connections, share, transport };
    process.stdout.write(`${JSON.stringify({ bench: 'soak', machine, setting, ...toJson(found) })}\n`);
  } else {
    const { isTTY, columns } = process.stdout;
    const minutes = (found.durationMs / MINUTE_MS).toFixed(1);
    const title = `${minutes} min over ${transport}; ${organizations} organizations; ${connections} connections; ${machine.cores} cores, Node ${machine.node}`;
    process.stdout.write(`${title}\n${renderSoak(found, isTTY ? columns : DEFAULT_COLUMNS)}\n`);
  }
  if (judgeSoak(found).some(({ met }) => !met)) process.exitCode = 1;
}
