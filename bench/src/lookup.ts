import { availableParallelism } from 'node:os';
import path from 'node:path';
import { startPostgres } from '@prospecting/embedded/postgres';
import type { Bench } from './bench.js';
import { drawBodies, type DrawnItem } from './bodies.js';
import { createCustomers } from './customers.js';
import { checkpoint, withPool } from './database.js';
import { provideDataset, type Dataset } from './dataset.js';
import { directSql } from './direct-sql.js';
import { ownersOf, valuesOf, type Owners } from './expectation.js';
import { judge } from './goals.js';
import { httpLookup } from './http-lookup.js';
import { createRandom } from './random.js';
import { renderReport } from './report.js';
import { CEILING, toRows, type Sample } from './rows.js';
import { readClaims, readOrganizations } from './sample.js';
import { startStacks, TRANSPORTS, type Installation, type Transport } from './stacks.js';
import { measureTarget, type Target } from './target.js';
import { namesOf, parseOptions, wholeNumber } from './usage.js';

const ITEMS_PER_BODY = 25;
const MISS_SHARE = 0.08;
const CONNECTIONS = [1, 16, 64] as const;
const SETTLE_MS = 1_000;
/** Before the first round: servers compile their code while it runs, and five processes on a busy machine take their time. */
const WARM_UP = { connections: 16, requests: 5_000, period: { settleMs: 0, measureMs: 2_000 }, maxPeriods: 15 };

const usage = `Options:
  --organizations N   organizations in the data set (1000000), loaded once and kept
  --contacts-per N    contacts of an organization, on average (3)
  --data-dir DIR      where the database is kept (.data/bench)
  --rounds N          times that everything is measured; medians are shown (3)
  --seconds N         length of one measurement (5)
  --bodies N          different request bodies (400)
  --accounts N        accounts, each with one key, that the requests are made for (1)
  --seed N            decides the data set and what is asked for (1)
  --transports LIST   in-process,grpc (both): which installations to measure
  --redis URL         count requests in Redis, not in the gateway's memory
  --profile DIR       leave CPU profiles of the servers there (the figures suffer)
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

/** Lookups over HTTP, both transports, beside the same statements driven straight on PostgreSQL. */
export const lookupBench: Bench = { summary: 'organizations/match beside the same SQL driven directly', usage, run };

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
  const started: { stop(): Promise<void> }[] = [];
  try {
    const postgres = await startPostgres({
      dataDir: options.dataDir,
      // Invented records on loopback; services log in as their own roles without anyone having to keep passwords.
      authentication: 'trust',
      settings: { shared_buffers: '1GB' },
      notify,
      signal,
    });
    started.push(postgres);
    const dataset = await provideDataset(postgres.url, options.dataDir, { ...options }, notify);
    const questions = await drawQuestions(dataset, options);
    const { transports, redisUrl, dataDir, profileDir } = options;
    const settings = { databases: dataset.urls, redisUrl, logDir: path.join(dataDir, 'logs'), profileDir };
    const stacks = await startStacks(settings, transports, started, signal);
    const targets = await defineTargets(stacks, dataset, questions, options);
    await checkpoint(postgres.url);
    const samples = await measureAll(targets, options, signal);
    print(samples, options);
  } finally {
    for (const each of started.reverse()) await each.stop();
  }
}

interface Questions {
  readonly bodies: readonly (readonly DrawnItem[])[];
  readonly owners: Owners;
}

async function drawQuestions({ url }: Dataset, { bodies: count, seed }: LookupOptions): Promise<Questions> {
  return withPool(url, async (pool) => {
    const random = createRandom(seed);
    const organizations = await readOrganizations(pool, count * ITEMS_PER_BODY, random);
    const draw = { bodies: count, itemsPerBody: ITEMS_PER_BODY, missShare: MISS_SHARE };
    const bodies = drawBodies(organizations, draw, random);
    const asked = bodies.flat().flatMap(({ identifiers }) => valuesOf(identifiers));
    return { bodies, owners: ownersOf(await readClaims(pool, asked)) };
  });
}

/** The accounts are in the database that all installations share, so each serves the same keys. */
async function defineTargets(
  stacks: readonly Installation[],
  { url }: Dataset,
  questions: Questions,
  { accounts }: LookupOptions,
): Promise<Target[]> {
  const [first] = stacks;
  if (first === undefined) throw new Error('there is no installation to measure');
  const customers = await createCustomers(first.adminUrl, first.adminToken, accounts);
  const sql = { ...questions, databaseUrl: url, accountId: customers[0]?.accountId ?? '' };
  const keys = customers.map(({ key }) => key);
  return [
    directSql({ ...sql, variant: 'match statement alone', wholeLookup: false }),
    directSql({ ...sql, variant: CEILING, wholeLookup: true }),
    ...stacks.map(({ transport, baseUrl }) => httpLookup({ ...questions, variant: transport, baseUrl, keys })),
  ];
}

/** Every variant at every number of connections once a round, the ceiling and what is compared with it right after each other. */
async function measureAll(
  targets: readonly Target[],
  { rounds, seconds }: LookupOptions,
  signal: AbortSignal,
): Promise<Sample[]> {
  for (const target of targets) {
    notify(`checking every answer and warming up: ${target.variant}`);
    await target.verify();
    await warmUp(target, signal);
  }
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
  const { connections, period, maxPeriods } = WARM_UP;
  let requests = 0;
  for (let periods = 0; requests < WARM_UP.requests && periods < maxPeriods; periods += 1) {
    const { requestsPerSecond } = await measureTarget(target, connections, period, signal);
    requests += (requestsPerSecond * period.measureMs) / 1_000;
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

function notify(line: string): void {
  process.stderr.write(`${line}\n`);
}
