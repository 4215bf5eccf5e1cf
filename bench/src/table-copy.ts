import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** Writes tables to files in COPY text format, with the rows in physical order. */
export async function copyOut(databaseUrl: string, tables: readonly string[], dir: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    // Otherwise a scan may begin in the middle of a table.
    await client.query('set synchronize_seqscans = off');
    for (const table of tables) {
      await pipeline(client.query(copyTo(`copy ${table} to stdout`)), createWriteStream(fileOf(dir, table)));
    }
  });
}

/**
 * Copies the files into the tables of the same names, one after the other. Returns the duration in
 * seconds.
 */
export async function copyIn(databaseUrl: string, tables: readonly string[], dir: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const startedAt = performance.now();
    for (const table of tables) {
      await pipeline(createReadStream(fileOf(dir, table)), client.query(copyFrom(`copy ${table} from stdin`)));
    }
    return (performance.now() - startedAt) / 1_000;
  });
}

function fileOf(dir: string, table: string): string {
  return path.join(dir, `${table}.copy`);
}

async function withClient<Result>(databaseUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'prospect-bench',
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
