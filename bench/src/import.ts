import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { writeGenerated, type GeneratedFiles } from '@prospecting/directory/generate';
import { directorySchema } from '@prospecting/directory/migrations';
import type { Bench } from './bench.js';
import { checkpoint, dropDatabase, makeDatabase, urlOf } from './database.js';
import { measureBeside, renderBeside, type BesideRow } from './import-beside.js';
import type { ImportMessage, ImportReport } from './import-process.js';
import { runImport } from './import-run.js';
import { notify, startServer, type Started } from './server.js';
import { median } from './statistics.js';
import { copyIn, copyOut } from './table-copy.js';
import { readSizes, renderSizes, type RelationSize } from './table-sizes.js';
import { fixed, renderTable, whole } from './table.js';
import { parseOptions, wholeNumber } from './usage.js';

const RATIO_GOAL = 0.7;

/** The imported kinds in order, with the tables of their records. */
const KINDS = [
  {
    kind: 'organizations',
    tables: ['directory.organizations', 'directory.organization_details', 'directory.organization_identifiers'],
  },
  { kind: 'contacts', tables: ['directory.contacts', 'directory.contact_details'] },
] as const;
type Kind = (typeof KINDS)[number]['kind'];

/** One connection leaves cores idle, sixteen do not. */
const LOOKUP_CONNECTIONS = [1, 16] as const;

const DATABASES = { imported: 'bench_import_ours', copied: 'bench_import_copy' };

const usage = `Options:
  --organizations N   organizations in the file (200000)
  --contacts-per N    contacts per organization, on average (3)
  --data-dir DIR      directory of the database (.data/bench)
  --rounds N          rounds of measurement; the result shows medians (3)
  --seed N            seed of the records (1)
  --json              one JSON value on standard output`;

interface ImportBenchOptions {
  readonly organizations: number;
  readonly contactsPer: number;
  readonly dataDir: string;
  readonly rounds: number;
  readonly seed: number;
  readonly json: boolean;
}

/**
 * Measures the importers beside a bare COPY of the rows that they write, in the same order, into
 * the same tables and indexes.
 */
export const importBench: Bench = { summary: 'the importers beside a bare COPY of the same rows', usage, run };

function readOptions(args: readonly string[]): ImportBenchOptions {
  const value = { type: 'string' } as const;
  const values = parseOptions(args, {
    organizations: value,
    'contacts-per': value,
    'data-dir': value,
    rounds: value,
    seed: value,
    json: { type: 'boolean' },
  });
  const { 'data-dir': dataDir = '.data/bench' } = values;
  return {
    organizations: wholeNumber(values, 'organizations', 200_000, [1_000, 100_000_000]),
    contactsPer: wholeNumber(values, 'contacts-per', 3, [1, 100]),
    dataDir: path.resolve(String(dataDir)),
    rounds: wholeNumber(values, 'rounds', 3, [1, 100]),
    seed: wholeNumber(values, 'seed', 1, [0, 1_000_000]),
    json: values['json'] === true,
  };
}

async function run(args: readonly string[], signal: AbortSignal): Promise<void> {
  const options = readOptions(args);
  const { dataDir } = options;
  const workDir = workDirOf(dataDir);
  const started: Started[] = [];
  try {
    const postgres = await startServer(dataDir, started, signal);
    started.push({ stop: () => rm(workDir, { recursive: true, force: true }) });
    for (const name of Object.values(DATABASES)) started.push({ stop: () => dropDatabase(postgres.url, name) });
    await mkdir(workDir, { recursive: true });
    notify(`generating ${options.organizations} organizations with ${options.contactsPer} contacts each`);
    const files = await writeGenerated({ ...options, directory: workDir });
    const rounds: Round[] = [];
    while (rounds.length < options.rounds) {
      signal.throwIfAborted();
      notify(`round ${rounds.length + 1} of ${options.rounds}`);
      rounds.push(await measureRound(postgres.url, files, dataDir, signal));
    }
    const sizes = await readSizes(
      urlOf(postgres.url, DATABASES.imported),
      KINDS.flatMap(({ tables }) => [...tables]),
    );
    notify('lookups beside an import');
    const { url: serverUrl } = postgres;
    const beside = await measureBeside({ ...options, serverUrl, files, connections: LOOKUP_CONNECTIONS }, signal);
    const importSeconds = median(rounds.map(({ contacts }) => contacts.importSeconds));
    print(toRows(rounds, files), sizes, { beside, importSeconds }, options);
  } finally {
    for (const each of started.reverse()) await each.stop();
  }
}

function workDirOf(dataDir: string): string {
  return path.join(dataDir, 'import');
}

interface KindTimes {
  readonly importSeconds: number;
  readonly copySeconds: number;
  readonly peakRssBytes: number;
}

type Round = Record<Kind, KindTimes>;

/**
 * Measures both on fresh databases of the same schema: imports a kind, and then copies the rows
 * that the import wrote.
 */
async function measureRound(
  serverUrl: string,
  files: GeneratedFiles,
  dataDir: string,
  signal: AbortSignal,
): Promise<Round> {
  for (const name of Object.values(DATABASES)) await makeDatabase(serverUrl, name, [directorySchema]);
  const workDir = workDirOf(dataDir);
  const times: [Kind, KindTimes][] = [];
  for (const { kind, tables } of KINDS) {
    await checkpoint(serverUrl);
    const databaseUrl = urlOf(serverUrl, DATABASES.imported, 'prospect_importer');
    const { result, peakRssBytes } = await importInProcess({ kind, databaseUrl, input: files[kind] }, dataDir, signal);
    await copyOut(urlOf(serverUrl, DATABASES.imported), tables, workDir);
    await checkpoint(serverUrl);
    const copySeconds = await copyIn(urlOf(serverUrl, DATABASES.copied), tables, workDir);
    times.push([kind, { importSeconds: result.seconds, copySeconds, peakRssBytes }]);
  }
  return Object.fromEntries(times) as Round;
}

/**
 * Throws Error unless every record of the file was imported: an import must not win by losing
 * records.
 */
async function importInProcess(
  options: Omit<ImportMessage, 'identityKey'>,
  dataDir: string,
  signal: AbortSignal,
): Promise<ImportReport> {
  const report = await runImport(options, dataDir, signal);
  const { read, inserted } = report.result;
  if (inserted !== read) throw new Error(`imported only ${inserted} of ${read} ${options.kind}`);
  return report;
}

/** Medians over the rounds. A row is a record of the file. */
export interface ImportRow {
  readonly kind: Kind;
  readonly records: number;
  readonly importRowsPerSecond: number;
  readonly copyRowsPerSecond: number;
  readonly ratio: number;
  readonly peakRssBytes: number;
  readonly met: boolean;
}

function toRows(rounds: readonly Round[], { written }: GeneratedFiles): ImportRow[] {
  return KINDS.map(({ kind }) => {
    const times = rounds.map((round) => round[kind]);
    const records = written[kind];
    const ratio = median(times.map(({ importSeconds, copySeconds }) => copySeconds / importSeconds));
    return {
      kind,
      records,
      importRowsPerSecond: records / median(times.map(({ importSeconds }) => importSeconds)),
      copyRowsPerSecond: records / median(times.map(({ copySeconds }) => copySeconds)),
      ratio,
      peakRssBytes: Math.max(...times.map(({ peakRssBytes }) => peakRssBytes)),
      met: ratio >= RATIO_GOAL,
    };
  });
}

function print(
  rows: readonly ImportRow[],
  sizes: readonly RelationSize[],
  { beside, importSeconds }: { readonly beside: readonly BesideRow[]; readonly importSeconds: number },
  { organizations, contactsPer, rounds, json }: ImportBenchOptions,
): void {
  const machine = { cores: availableParallelism(), node: process.version };
  if (json) {
    const setting = { organizations, contactsPer, rounds };
    process.stdout.write(`${JSON.stringify({ bench: 'import', machine, setting, rows, sizes, beside })}\n`);
    return;
  }
  const table = renderTable(
    ['records', 'number', 'import rows/s', 'COPY rows/s', 'ratio', 'peak MB', `ratio ≥ ${RATIO_GOAL}`],
    rows.map((row) => [
      row.kind,
      whole(row.records),
      whole(row.importRowsPerSecond),
      whole(row.copyRowsPerSecond),
      fixed(row.ratio),
      whole(row.peakRssBytes / 1_000_000),
      row.met ? 'met' : 'MISSED',
    ]),
  );
  process.stdout.write(`${machine.cores} cores, Node ${machine.node}; median of ${rounds} rounds\n${table}\n`);
  process.stdout.write(`${renderSizes(sizes, (name) => recordsOf(rows, name))}\n`);
  process.stdout.write(`lookups over gRPC beside the import of contacts\n${renderBeside(beside, importSeconds)}\n`);
}

/** Returns the number of records from which a table was filled. */
function recordsOf(rows: readonly ImportRow[], table: string): number {
  const kind = KINDS.find(({ tables }) => tables.some((name) => name.endsWith(`.${table}`)))?.kind;
  return rows.find((row) => row.kind === kind)?.records ?? 1;
}
