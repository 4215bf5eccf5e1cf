import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Bench } from './bench.js';
import { createCustomers } from './customers.js';
import { checkpoint } from './database.js';
import { provideDataset, type Dataset } from './dataset.js';
import { directSql } from './direct-sql.js';
import { judge } from './goals.js';
import { startHandWritten, type HandWritten } from './hand-written.js';
import type { HttpBatches } from './http-batches.js';
import { httpLookup } from './http-lookup.js';
import { renderReport } from './report.js';
import { CEILING, HAND_WRITTEN, MATCH_CEILING, toRows, type Sample } from './rows.js';
import { notify, startServer, type Started } from './server.js';
import { requireSameAnswers } from './same-answers.js';
import { startStacks, TRANSPORTS, type Installation, type Transport } from './stacks.js';
import { measureTarget, type Target } from './target.js';
import { namesOf, parseOptions, wholeNumber } from './usage.js';
import { drawWorkload, ITEMS_PER_BODY, type Workload } from './workload.js';

const CONNECTIONS = [1, 16, 64] as const;
const SETTLE_MS = 1_000;
/**
 * The load before the first round, in which servers compile their code. A request alone makes calls
 * of its own, and so runs code that requests at once run less often. Five processes on a busy
 * machine take their time.
 */
const WARM_UPS = [
  { connections: 16, requests: 5_000 },
  { connections: 1, requests: 5_000 },
] as const;
const WARM_UP_PERIOD = { settleMs: 0, measureMs: 2_000 };
const MAX_WARM_UP_PERIODS = 15;

const usage = `Options:
  --organizations N   organizations in the data set (1000000), loaded once and kept between runs
  --contacts-per N    contacts per organization, on average (3)
  --data-dir DIR      directory of the database (.data/bench)
  --rounds N          rounds of measurement; the result shows medians (3)
  --seconds N         duration of one measurement (5)
  --bodies N          different request bodies (400)
  --accounts N        accounts that send the requests, each with one key (1)
  --seed N            seed of the data set and the requests (1)
  --transports LIST   transports to measure: in-process,grpc (both)
  --redis URL         count requests in Redis, not in the gateway's memory
  --profile DIR       write CPU profiles of the servers there (slows the servers)
  --json              one JSON value on standard output`;

interface LookupOptions {
  readonly organizations: number;
  readonly contactsPer: number;
  readonly dataDir: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly bodies: number;
  readonly accounts: number;
  readonly seed: number;
  readonly transports: readonly Transport[];
  readonly redisUrl: string | undefined;
  readonly profileDir: string | undefined;
  readonly json: boolean;
}

/**
 * Measures lookups over HTTP on both transports, beside a hand-written process and beside the same
 * statements run directly on PostgreSQL.
 */
export const lookupBench: Bench = {
  summary: 'organizations/match beside the same SQL, and beside one hand-written process',
  usage,
  run,
};

function readOptions(args: readonly string[]): LookupOptions {
  const value = { type: 'string' } as const;
  const values = parseOptions(args, {
    organizations: value,
    'contacts-per': value,
    'data-dir': value,
    rounds: value,
    seconds: value,
    bodies: value,
    accounts: value,
    seed: value,
    transports: value,
    redis: value,
    profile: value,
    json: { type: 'boolean' },
  });
  const { 'data-dir': dataDir = '.data/bench', redis, profile } = values;
  return {
    organizations: wholeNumber(values, 'organizations', 1_000_000, [1_000, 100_000_000]),
    contactsPer: wholeNumber(values, 'contacts-per', 3, [0, 100]),
    dataDir: path.resolve(String(dataDir)),
    rounds: wholeNumber(values, 'rounds', 3, [1, 100]),
    seconds: wholeNumber(values, 'seconds', 5, [1, 600]),
    bodies: wholeNumber(values, 'bodies', 400, [1, 20_000]),
    accounts: wholeNumber(values, 'accounts', 1, [1, 1_000]),
    seed: wholeNumber(values, 'seed', 1, [0, 1_000_000]),
    transports: namesOf(values, 'transports', TRANSPORTS),
    redisUrl: redis === undefined ? undefined : String(redis),
    profileDir: profile === undefined ? undefined : path.resolve(String(profile)),
    json: values['json'] === true,
  };
}

async function run(args: readonly string[], signal: AbortSignal): Promise<void> {
  const options = readOptions(args);
  const { transports, redisUrl, dataDir, profileDir } = options;
  const started: Started[] = [];
  try {
    const postgres = await startServer(dataDir, started, signal);
    const dataset = await provideDataset(postgres.url, dataDir, { ...options });
    const workload = await drawWorkload(dataset.url, options.bodies, options.seed);
    const settings = { databases: dataset.urls, redisUrl, logDir: path.join(dataDir, 'logs'), profileDir };
    const stacks = await startStacks(settings, transports, started, signal);
    const handWritten = await startHandWritten({ ...settings, databaseUrl: dataset.url }, signal);
    started.push(handWritten);
    const targets = await defineTargets(stacks, handWritten, dataset, workload, options);
    await checkpoint(postgres.url);
    const samples = await measureAll(targets, options, signal);
    print(samples, options);
  } finally {
    for (const each of started.reverse()) await each.stop();
  }
}

/** All installations share a database, so each serves the same keys. */
async function defineTargets(
  stacks: readonly Installation[],
  handWritten: HandWritten,
  { url }: Dataset,
  workload: Workload,
  { accounts }: LookupOptions,
): Promise<Targets> {
  const [first] = stacks;
  if (first === undefined) throw new Error('no transport to measure');
  const customers = await createCustomers(first.adminUrl, first.adminToken, accounts);
  const sql = { ...workload, databaseUrl: url, accountId: customers[0]?.accountId ?? '' };
  const keys = customers.map(({ key }) => key);
  const overHttp = (variant: string, baseUrl: string): HttpBatches =>
    httpLookup({ ...workload, variant, baseUrl, keys });
  return {
    ceilings: [
      directSql({ ...sql, variant: MATCH_CEILING, wholeLookup: false }),
      directSql({ ...sql, variant: CEILING, wholeLookup: true }),
    ],
    handWritten: overHttp(HAND_WRITTEN, handWritten.baseUrl),
    product: stacks.map(({ transport, baseUrl }) => overHttp(transport, baseUrl)),
  };
}

interface Targets {
  readonly ceilings: readonly Target[];
  readonly handWritten: HttpBatches;
  readonly product: readonly HttpBatches[];
}

/**
 * Measures every variant at every number of connections once per round, with the ceilings directly
 * before what is compared with them.
 */
async function measureAll(
  { ceilings, handWritten, product }: Targets,
  { rounds, seconds }: LookupOptions,
  signal: AbortSignal,
): Promise<Sample[]> {
  const targets = [...ceilings, handWritten, ...product];
  for (const target of targets) {
    notify(`checking every answer and warming up: ${target.variant}`);
    await target.verify();
    await warmUp(target, signal);
  }
  for (const each of product) requireSameAnswers(each, handWritten);
  const period = { settleMs: SETTLE_MS, measureMs: seconds * 1_000 };
  const samples: Sample[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    notify(`round ${round} of ${rounds}`);
    for (const connections of CONNECTIONS) {
      for (const target of targets) {
        const measurement = await measureTarget(target, connections, period, signal);
        samples.push({ ...measurement, variant: target.variant, connections, round });
      }
    }
  }
  return samples;
}

async function warmUp(target: Target, signal: AbortSignal): Promise<void> {
  for (const { connections, requests } of WARM_UPS) {
    let answered = 0;
    for (let periods = 0; answered < requests && periods < MAX_WARM_UP_PERIODS; periods += 1) {
      const { requestsPerSecond } = await measureTarget(target, connections, WARM_UP_PERIOD, signal);
      answered += (requestsPerSecond * WARM_UP_PERIOD.measureMs) / 1_000;
    }
  }
}

function print(samples: readonly Sample[], options: LookupOptions): void {
  const rows = toRows(samples, ITEMS_PER_BODY);
  const { organizations, contactsPer, rounds, seconds, bodies, accounts } = options;
  const machine = { cores: availableParallelism(), node: process.version };
  const setting = { organizations, contactsPer, rounds, seconds, bodies, accounts, itemsPerBody: ITEMS_PER_BODY };
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ bench: 'lookup', machine, setting, rows, goals: judge(rows) })}\n`);
    return;
  }
  const title = `${organizations} organizations, ${contactsPer} contacts each; batches of ${ITEMS_PER_BODY}; ${machine.cores} cores, Node ${machine.node}`;
  process.stdout.write(`${title}; median of ${rounds} rounds of ${seconds} s\n${renderReport(rows)}\n`);
}
