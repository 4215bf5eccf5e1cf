import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Bench } from './bench.js';
import { warmKeyCache, type Customer } from './customers.js';
import { checkpoint, withPool } from './database.js';
import { copyDataset, provideDataset, type Dataset } from './dataset.js';
import { directSpend } from './direct-spend.js';
import { httpSpend } from './http-spend.js';
import { CEILING, type Sample } from './rows.js';
import { readContacts } from './sample.js';
import { notify, startServer, type Started } from './server.js';
import { auditSpends, type AuditResult } from './spend-audit.js';
import { createSpenders } from './spend-customers.js';
import { ordersOfAllAccounts, ordersOfOneAccount, type KnownContact, type Orders } from './spend-orders.js';
import { nameOf, renderSpends, toScenarioRows, type Scenario, type ScenarioRows } from './spend-report.js';
import { startStacks, TRANSPORTS, type Installation, type Transport } from './stacks.js';
import { measureTarget, type Target } from './target.js';
import { namesOf, parseOptions, wholeNumber } from './usage.js';

const SIZES = [1, 25] as const;
const CONNECTIONS = [1, 16, 64] as const;
const SETTLE_MS = 1_000;
/**
 * The load before the first round. Servers compile their code during it, and the code of a spend is
 * long.
 */
const WARM_UP = { settleMs: 9_000, measureMs: 1_000 };
const WARM_UP_CONNECTIONS = 16;
/** A copy for one run, because reveals are permanent. */
const DATABASE = 'bench_spend';

const usage = `Options:
  --organizations N   organizations in the data set (100000), loaded once and kept between runs
  --contacts-per N    contacts per organization, on average (3)
  --data-dir DIR      directory of the database (.data/bench)
  --accounts N        accounts in the scenarios with many accounts (10000)
  --rounds N          rounds of measurement; the result shows medians (3)
  --seconds N         duration of one measurement (5)
  --seed N            seed of the data set (1)
  --in-place          spend in the data set itself, if a copy of it would be too large
  --transports LIST   transports to measure: in-process,grpc (both)
  --redis URL         count requests in Redis, not in the gateway's memory
  --profile DIR       write CPU profiles of the servers there (slows the servers)
  --json              one JSON value on standard output`;

interface SpendOptions {
  readonly organizations: number;
  readonly contactsPer: number;
  readonly dataDir: string;
  readonly accounts: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly seed: number;
  readonly inPlace: boolean;
  readonly transports: readonly Transport[];
  readonly redisUrl: string | undefined;
  readonly profileDir: string | undefined;
  readonly json: boolean;
}

/** Measures spends over HTTP on both transports, beside the protocol's three commits. */
export const spendBench: Bench = { summary: 'contacts/reveal beside the protocol’s three commits', usage, run };

function readOptions(args: readonly string[]): SpendOptions {
  const names = ['organizations', 'contacts-per', 'data-dir', 'accounts', 'rounds', 'seconds', 'seed', 'transports'];
  const value = { type: 'string' } as const;
  const values = parseOptions(args, {
    ...Object.fromEntries([...names, 'redis', 'profile'].map((name) => [name, value])),
    'in-place': { type: 'boolean' },
    json: { type: 'boolean' },
  });
  const { 'data-dir': dataDir = '.data/bench', redis, profile } = values;
  return {
    organizations: wholeNumber(values, 'organizations', 100_000, [1_000, 100_000_000]),
    contactsPer: wholeNumber(values, 'contacts-per', 3, [1, 100]),
    dataDir: path.resolve(String(dataDir)),
    accounts: wholeNumber(values, 'accounts', 10_000, [2, 1_000_000]),
    rounds: wholeNumber(values, 'rounds', 3, [1, 100]),
    seconds: wholeNumber(values, 'seconds', 5, [1, 600]),
    seed: wholeNumber(values, 'seed', 1, [0, 1_000_000]),
    inPlace: values['in-place'] === true,
    transports: namesOf(values, 'transports', TRANSPORTS),
    redisUrl: redis === undefined ? undefined : String(redis),
    profileDir: profile === undefined ? undefined : path.resolve(String(profile)),
    json: values['json'] === true,
  };
}

async function run(args: readonly string[], signal: AbortSignal): Promise<void> {
  const options = readOptions(args);
  const { dataDir, transports, redisUrl, profileDir } = options;
  const started: Started[] = [];
  try {
    const postgres = await startServer(dataDir, started, signal);
    const dataset = await provideDataset(postgres.url, dataDir, { ...options });
    const { url, urls } = options.inPlace ? dataset : await copyDataset(postgres.url, dataset, DATABASE, started);
    const loads = await drawLoads({ url, urls }, options);
    const settings = { databases: urls, redisUrl, logDir: path.join(dataDir, 'logs'), profileDir };
    const stacks = await startStacks(settings, transports, started, signal);
    await checkpoint(postgres.url);
    const scenarios: ScenarioRows[] = [];
    for (const load of loads) scenarios.push(await measureLoad(load, stacks, url, options, signal));
    print(scenarios, await auditAll(stacks), options);
  } finally {
    for (const each of started.reverse()) await each.stop();
  }
}

interface Load {
  readonly scenario: Scenario;
  readonly customers: readonly Customer[];
  readonly orders: Orders;
}

async function drawLoads({ url, urls }: Pick<Dataset, 'url' | 'urls'>, options: SpendOptions): Promise<Load[]> {
  const { accounts, rounds, transports } = options;
  const contacts = await withPool(url, readContacts);
  // For each variant: one account for verifying, one for warming up, and one per measurement.
  const hotAccounts = (transports.length + 1) * (2 + rounds * CONNECTIONS.length);
  notify(`creating ${SIZES.length * (accounts + hotAccounts)} accounts`);
  const loads: Load[] = [];
  for (const size of SIZES) {
    const hot = await createSpenders(urls, hotAccounts);
    const many: Customer[] = await createSpenders(urls, accounts);
    loads.push(...loadsOf(size, hot, many, contacts));
  }
  return loads;
}

function loadsOf(
  size: number,
  hot: readonly Customer[],
  many: readonly Customer[],
  contacts: readonly KnownContact[],
): Load[] {
  return [
    {
      scenario: { contacts: size, accounts: 1 },
      customers: hot,
      orders: ordersOfOneAccount(hot.values(), contacts, size),
    },
    {
      scenario: { contacts: size, accounts: many.length },
      customers: many,
      orders: ordersOfAllAccounts(many, contacts, size),
    },
  ];
}

/**
 * Measures every variant at every number of connections once per round, with the ceiling directly
 * before what is compared with it.
 */
async function measureLoad(
  { scenario, customers, orders }: Load,
  stacks: readonly Installation[],
  databaseUrl: string,
  { rounds, seconds }: SpendOptions,
  signal: AbortSignal,
): Promise<ScenarioRows> {
  const targets: Target[] = [
    directSpend({ variant: CEILING, databaseUrl, orders }),
    ...stacks.map(({ transport, baseUrl }) => httpSpend({ variant: transport, baseUrl, orders })),
  ];
  notify(`${nameOf(scenario)}: warming up`);
  for (const { baseUrl } of stacks) await warmKeyCache(baseUrl, customers);
  for (const target of targets) {
    await target.verify();
    await measureTarget(target, WARM_UP_CONNECTIONS, WARM_UP, signal);
  }
  const samples: Sample[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    notify(`${nameOf(scenario)}: round ${round} of ${rounds}`);
    for (const connections of CONNECTIONS) {
      for (const target of targets) {
        const period = { settleMs: SETTLE_MS, measureMs: seconds * 1_000 };
        const measurement = await measureTarget(target, connections, period, signal);
        samples.push({ ...measurement, variant: target.variant, connections, round });
      }
    }
  }
  return toScenarioRows(scenario, samples);
}

async function auditAll([stack]: readonly Installation[]): Promise<AuditResult> {
  if (stack === undefined) throw new Error('no installation to audit');
  notify('auditing');
  return auditSpends(stack.adminUrl, stack.adminToken);
}

function print(scenarios: readonly ScenarioRows[], audit: AuditResult, options: SpendOptions): void {
  const { organizations, contactsPer, rounds, seconds } = options;
  const machine = { cores: availableParallelism(), node: process.version };
  if (options.json) {
    const setting = { organizations, contactsPer, rounds, seconds };
    process.stdout.write(`${JSON.stringify({ bench: 'spend', machine, setting, scenarios, audit })}\n`);
  } else {
    const { accounts, reservations, attempts, differences } = audit;
    const title = `new contacts in each request; ${organizations * contactsPer} contacts; ${machine.cores} cores, Node ${machine.node}`;
    const audited = `audit: ${accounts} accounts, ${reservations} reservations, ${attempts} attempts, ${differences} differences`;
    process.stdout.write(`${title}\n${renderSpends(scenarios)}\n${audited}\n`);
  }
  if (audit.differences > 0) throw new Error('the audit found differences, so the measurements are invalid');
}
