import path from 'node:path';
import { databaseUrls, schemas } from '@prospecting/embedded';
import { createCustomers } from './customers.js';
import { dropDatabase, makeDatabase, urlOf } from './database.js';
import { httpLookup } from './http-lookup.js';
import { runImport } from './import-run.js';
import type { Measurement } from './measure.js';
import type { Started } from './server.js';
import { startStacks } from './stacks.js';
import { median } from './statistics.js';
import { fixed, renderTable, whole } from './table.js';
import { measureTarget, type Target } from './target.js';
import { drawWorkload } from './workload.js';

/** The share of their rate that lookups keep while an import runs. */
export const BESIDE_GOAL = 0.7;

const DATABASE = 'bench_import_beside';
const BODIES = 400;
const WARM_UP = { settleMs: 9_000, measureMs: 1_000 };
const WARM_UP_CONNECTIONS = 16;
const PERIOD = { settleMs: 500, measureMs: 2_000 };
const PERIODS_ALONE = 4;

export interface BesideOptions {
  readonly serverUrl: string;
  readonly files: { readonly organizations: string; readonly contacts: string };
  readonly dataDir: string;
  /** Connections that send lookups, each as fast as it is answered. */
  readonly connections: readonly number[];
}

/** What lookups and the import of the contacts did to each other. */
export interface BesideRow {
  readonly connections: number;
  /** Before and after the import. */
  readonly alone: Measurement;
  /** From its first second to its last. */
  readonly beside: Measurement;
  readonly ratio: number;
  readonly importSeconds: number;
  readonly met: boolean;
}

/**
 * Measures lookups over gRPC while the contacts of the looked-up organizations are imported. Every
 * answer must stay the same, byte for byte.
 */
export async function measureBeside(options: BesideOptions, signal: AbortSignal): Promise<BesideRow[]> {
  const rows: BesideRow[] = [];
  for (const connections of options.connections) rows.push(await measureImport(options, connections, signal));
  return rows;
}

async function measureImport(
  { serverUrl, files, dataDir }: BesideOptions,
  connections: number,
  signal: AbortSignal,
): Promise<BesideRow> {
  await makeDatabase(serverUrl, DATABASE, schemas);
  const started: Started[] = [{ stop: () => dropDatabase(serverUrl, DATABASE) }];
  try {
    const databaseUrl = urlOf(serverUrl, DATABASE, 'prospect_importer');
    await runImport({ kind: 'organizations', databaseUrl, input: files.organizations }, dataDir, signal);
    const target = await startLookups(serverUrl, dataDir, started, signal);
    await measureTarget(target, WARM_UP_CONNECTIONS, WARM_UP, signal);
    const period = (): Promise<Measurement> => measureTarget(target, connections, PERIOD, signal);

    const alone: Measurement[] = [];
    const besides: Measurement[] = [];
    while (alone.length < PERIODS_ALONE) alone.push(await period());
    let isImporting = true;
    const importing = runImport({ kind: 'contacts', databaseUrl, input: files.contacts }, dataDir, signal).finally(
      () => (isImporting = false),
    );
    const measuring = (async (): Promise<void> => {
      while (isImporting) besides.push(await period());
    })();
    const [{ result }] = await Promise.all([importing, measuring]);
    while (alone.length < 2 * PERIODS_ALONE) alone.push(await period());
    return toRow(connections, alone, besides, result.seconds);
  } finally {
    for (const each of started.reverse()) await each.stop();
  }
}

async function startLookups(
  serverUrl: string,
  dataDir: string,
  started: Started[],
  signal: AbortSignal,
): Promise<Target> {
  const databases = databaseUrls((role) => urlOf(serverUrl, DATABASE, role));
  const settings = { databases, redisUrl: undefined, profileDir: undefined, logDir: path.join(dataDir, 'logs') };
  const [stack] = await startStacks(settings, ['grpc'], started, signal);
  if (stack === undefined) throw new Error('no installation to measure');
  const workload = await drawWorkload(urlOf(serverUrl, DATABASE), BODIES, 1);
  const keys = (await createCustomers(stack.adminUrl, stack.adminToken, 1)).map(({ key }) => key);
  const target = httpLookup({ ...workload, variant: 'grpc', baseUrl: stack.baseUrl, keys });
  await target.verify();
  return target;
}

/** The last period may outlast the import by its own length. */
function toRow(
  connections: number,
  alone: readonly Measurement[],
  besides: readonly Measurement[],
  importSeconds: number,
): BesideRow {
  const ratio = meanOf(besides).requestsPerSecond / meanOf(alone).requestsPerSecond;
  const measured = { alone: meanOf(alone), beside: meanOf(besides) };
  return { connections, ...measured, ratio, importSeconds, met: ratio >= BESIDE_GOAL };
}

/** The mean rate, and the medians of the latencies of the periods. */
function meanOf(periods: readonly Measurement[]): Measurement {
  return {
    requestsPerSecond: periods.reduce((sum, each) => sum + each.requestsPerSecond, 0) / periods.length,
    p50Ms: median(periods.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(periods.map(({ p99Ms }) => p99Ms)),
  };
}

/**
 * Renders the rows.
 * @param importSeconds the import's median time without lookups
 */
export function renderBeside(rows: readonly BesideRow[], importSeconds: number): string {
  return renderTable(
    [
      'connections',
      'lookups/s',
      'beside import',
      'ratio',
      'p99 ms',
      'beside',
      'import s',
      'beside',
      `ratio ≥ ${BESIDE_GOAL}`,
    ],
    rows.map((row) => [
      String(row.connections),
      whole(row.alone.requestsPerSecond),
      whole(row.beside.requestsPerSecond),
      fixed(row.ratio),
      fixed(row.alone.p99Ms),
      fixed(row.beside.p99Ms),
      fixed(importSeconds),
      fixed(row.importSeconds),
      row.met ? 'met' : 'MISSED',
    ]),
  );
}
