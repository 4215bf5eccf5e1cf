import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench } from './bench.js';
import { createCustomers, warmKeyCache } from './customers.js';
import { provideDataset } from './dataset.js';
import { httpLookup } from './http-lookup.js';
import { readProcess } from './process-reading.js';
import { notify, startServer, type Started } from './server.js';
import { renderStart, judgeStart, type ProcessMemory, type StartFindings } from './start-report.js';
import { startProduct, type StartMeasurement } from './start-run.js';
import { startStacks, type Installation } from './stacks.js';
import { measureTarget } from './target.js';
import { parseOptions, wholeNumber } from './usage.js';
import { drawWorkload } from './workload.js';

const BODIES = 100;
const SEED = 1;
const CONNECTIONS = 16;
/** What a start leaves behind is collected by then. */
const REST_MS = 10_000;

const usage = `Options:
  --organizations N   organizations in the data set of the load (100000), loaded once and kept between runs
  --data-dir DIR      directory of the databases (.data/bench)
  --rounds N          starts that are measured; the result shows medians (3)
  --seconds N         duration of the load (10)
  --json              one JSON value on standard output`;

interface StartOptions {
  readonly organizations: number;
  readonly dataDir: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly json: boolean;
}

/** Measures how long `npm start` takes with data there, and the memory of each service. */
export const startBench: Bench = { summary: 'the time of a start, and memory at rest and under load', usage, run };

function readOptions(args: readonly string[]): StartOptions {
  const value = { type: 'string' } as const;
  const values = parseOptions(args, {
    organizations: value,
    'data-dir': value,
    rounds: value,
    seconds: value,
    json: { type: 'boolean' },
  });
  const { 'data-dir': dataDir = '.data/bench' } = values;
  return {
    organizations: wholeNumber(values, 'organizations', 100_000, [1_000, 100_000_000]),
    dataDir: path.resolve(String(dataDir)),
    rounds: wholeNumber(values, 'rounds', 3, [1, 100]),
    seconds: wholeNumber(values, 'seconds', 10, [1, 600]),
    json: values['json'] === true,
  };
}

async function run(args: readonly string[], signal: AbortSignal): Promise<void> {
  const options = readOptions(args);
  const { organizations, dataDir, rounds, json } = options;
  const starts: StartMeasurement[] = [];
  // The first one creates the database and loads the sample data.
  for (let round = 0; round <= rounds; round += 1) {
    notify(round === 0 ? 'the first start' : `start ${round} of ${rounds}`);
    const measured = await startProduct(path.join(dataDir, 'start'), signal);
    if (round > 0) starts.push(measured);
  }
  const found: StartFindings = { starts, memory: await measureMemory(options, signal) };
  const machine = { cores: availableParallelism(), node: process.version };
  if (json) {
    const setting = { organizations, rounds, seconds: options.seconds };
    const result = { bench: 'start', machine, setting, ...found, goals: judgeStart(found) };
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } else {
    process.stdout.write(`${machine.cores} cores, Node ${machine.node}\n${renderStart(found)}\n`);
  }
  if (judgeStart(found).some(({ met }) => !met)) process.exitCode = 1;
}

async function measureMemory(
  { organizations, dataDir, seconds }: StartOptions,
  signal: AbortSignal,
): Promise<ProcessMemory[]> {
  const started: Started[] = [];
  try {
    const postgres = await startServer(dataDir, started, signal, { shared_buffers: '512MB' });
    const { url, urls } = await provideDataset(postgres.url, dataDir, { organizations, contactsPer: 3, seed: SEED });
    const workload = await drawWorkload(url, BODIES, SEED);
    const places = { databases: urls, redisUrl: undefined, logDir: path.join(dataDir, 'logs'), profileDir: undefined };
    const [stack] = await startStacks(places, ['grpc'], started, signal);
    if (stack === undefined) throw new Error('no installation to measure');
    notify('at rest');
    await sleep(REST_MS, undefined, { signal });
    const rest = await readAll(stack);
    const customers = await createCustomers(stack.adminUrl, stack.adminToken, 1);
    await warmKeyCache(stack.baseUrl, customers);
    const keys = customers.map(({ key }) => key);
    const target = httpLookup({ ...workload, variant: 'lookup', baseUrl: stack.baseUrl, keys });
    notify('under load');
    await target.verify();
    await measureTarget(target, CONNECTIONS, { settleMs: 0, measureMs: seconds * 1_000 }, signal);
    const peaks = await readAll(stack);
    return rest.map(({ name, rssBytes }, index) => ({
      name,
      restBytes: rssBytes,
      peakBytes: peaks[index]?.peakRssBytes ?? Number.NaN,
    }));
  } finally {
    for (const each of started.reverse()) await each.stop();
  }
}

async function readAll({
  parts,
}: Installation): Promise<{ readonly name: string; readonly rssBytes: number; readonly peakRssBytes: number }[]> {
  return Promise.all(
    parts.map(async ({ process: { name, child } }) => {
      const reading = await readProcess(child.pid ?? 0);
      if (reading === undefined) throw new Error(`${name} has ended`);
      return { name, ...reading };
    }),
  );
}
