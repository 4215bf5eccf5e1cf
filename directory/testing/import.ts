import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createTestDatabase, type TestDatabase } from '@prospecting/platform/testing';
import pg from 'pg';
import { directorySchema } from '#src/migrations/index.js';
import {
  importFile,
  type FormatName,
  type ImportOptions,
  type ImportResult,
  type RecordKind,
} from '#src/import/index.js';
import type { Reject } from '#src/import/reject-reasons.js';

export const IDENTITY_KEY = 'test sole trader key';

/** The result of an import without its duration. What is left out or removed is absent when there is nothing. */
export type Counts = Omit<ImportResult, 'seconds' | 'leftOut' | 'reasons' | 'removed'> &
  Partial<Pick<ImportResult, 'leftOut' | 'removed'>>;

/** A test database, and imports into it as the role `prospect_importer`. */
export interface ImportBench {
  readonly database: TestDatabase;
  /** Imports records, or raw bytes or text, as one file. */
  run(
    kind: RecordKind,
    input: readonly object[] | string | Buffer,
    format?: FormatName,
    more?: Pick<ImportOptions, 'full' | 'allowDeletionsPercent' | 'readTitle'>,
  ): Promise<Counts & { rejects: Reject[] }>;
  /** Runs a query as superuser. */
  rows<Row extends object = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function openImportBench(): Promise<ImportBench> {
  const database = await createTestDatabase([directorySchema]);
  const directory = await mkdtemp(join(tmpdir(), 'import-'));
  const observer = new pg.Client({ connectionString: database.url });
  await observer.connect();
  return {
    database,
    async run(kind, input, format, more) {
      const rejects = join(directory, 'rejects.jsonl');
      const {
        seconds: _,
        leftOut,
        reasons: _reasons,
        removed,
        ...counts
      } = await importFile(kind, {
        databaseUrl: database.urlFor('prospect_importer'),
        input: Readable.from([toBytes(input)]),
        ...(format !== undefined && { format }),
        rejects,
        identityKey: IDENTITY_KEY,
        ...more,
      });
      return {
        ...counts,
        ...(leftOut > 0 && { leftOut }),
        ...(removed > 0 && { removed }),
        rejects: parseLines(await readFile(rejects, 'utf8')),
      };
    },
    async rows<Row extends object>(sql: string, values: unknown[] = []) {
      const result = await observer.query<Row>(sql, values);
      return result.rows;
    },
    async close() {
      await observer.end();
      await database.drop();
      await rm(directory, { recursive: true });
    },
  };
}

/** Returns an input as bytes; records become JSON lines. */
export function toBytes(input: readonly object[] | string | Buffer): Buffer {
  if (Buffer.isBuffer(input)) return input;
  return Buffer.from(typeof input === 'string' ? input : input.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

function parseLines(text: string): Reject[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Reject);
}
