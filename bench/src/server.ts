import { startPostgres, type EmbeddedPostgres } from '@prospecting/embedded/postgres';

/** What a benchmark has started. It stops them in reverse order. */
export interface Started {
  stop(): Promise<void>;
}

const SETTINGS = { shared_buffers: '1GB' };

/**
 * Starts the PostgreSQL of a benchmark and adds it to `started`. Services log in as their roles
 * without passwords, since the records are invented and the server is on loopback.
 *
 * @param settings of the server, instead of those that most benchmarks use
 */
export async function startServer(
  dataDir: string,
  started: Started[],
  signal: AbortSignal,
  settings: Readonly<Record<string, string>> = SETTINGS,
): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres({ dataDir, authentication: 'trust', settings, notify, signal });
  started.push(postgres);
  return postgres;
}

/** Tells on standard error what a benchmark does. Its result goes to standard output. */
export function notify(line: string): void {
  process.stderr.write(`${line}\n`);
}
