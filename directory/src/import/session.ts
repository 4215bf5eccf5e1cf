import { finished } from 'node:stream/promises';
import { DomainError } from '@prospecting/platform/errors';
import { fromPostgres, isPostgresError, toNodeUrl } from '@prospecting/platform/postgres';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** A connection of one import. The staging tables are temporary and end with it. */
export type Session = pg.Client;

/** Key of the advisory lock that serializes imports into one database. Any constant works. */
const IMPORT_LOCK = 5_128_806;
const LOCK_TIMEOUT_MS = 30_000;

/**
 * The time of a merge grows with the file, so statements have no time limit; waiting for a lock has
 * one. JIT costs more than it saves because index writes dominate these statements. Synchronous
 * commit matters to the vacuum after the merge: it cannot mark pages of a commit that is not
 * flushed yet.
 */
const SETTINGS = `
  set statement_timeout = 0;
  set lock_timeout = '${LOCK_TIMEOUT_MS}ms';
  set idle_in_transaction_session_timeout = '10min';
  set temp_buffers = '64MB';
  set work_mem = '256MB';
  set jit = off;
  set synchronous_commit = on;
`;

/**
 * Connects and applies the settings of an import.
 *
 * @throws service_unavailable when the database cannot be reached
 */
export async function openSession(databaseUrl: string): Promise<Session> {
  const session = new pg.Client({
    connectionString: toNodeUrl(databaseUrl),
    application_name: 'prospect-import',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A lost connection fails the current or the next statement. Without a listener it would also end
  // the process.
  session.on('error', () => {});
  try {
    await session.connect();
    await session.query(SETTINGS);
  } catch (error) {
    await session.end().catch(() => {});
    throw fromPostgres(error);
  }
  return session;
}

/**
 * Keeps other imports out until the session ends.
 *
 * @throws service_unavailable when another import is still running after `waitTimeoutMs`
 */
export async function lockImports(session: Session, waitTimeoutMs: number): Promise<void> {
  await session.query("select set_config('lock_timeout', $1, false)", [`${waitTimeoutMs}ms`]);
  try {
    await session.query('select pg_advisory_lock($1)', [IMPORT_LOCK]);
  } catch (error) {
    const lockTimedOut = isPostgresError(error) && error.code === '55P03';
    throw lockTimedOut
      ? new DomainError('service_unavailable', {
          detail: `Another import is still running after a wait of ${waitTimeoutMs} ms.`,
          cause: error,
        })
      : error;
  }
  await session.query("select set_config('lock_timeout', $1, false)", [`${LOCK_TIMEOUT_MS}ms`]);
}

/** Runs `work` in one transaction: commits when it returns, rolls back when it throws. */
export async function inTransaction<Result>(session: Session, work: () => Promise<Result>): Promise<Result> {
  await session.query('begin');
  try {
    const result = await work();
    await session.query('commit');
    return result;
  } catch (error) {
    // If the rollback fails too, the end of the session rolls back.
    await session.query('rollback').catch(() => {});
    throw error;
  }
}

/** A running COPY into a table. */
export interface Copy {
  /** Sends whole lines of COPY text; resolves when the connection can take more. */
  write(rows: string): Promise<void>;
  /** Ends the COPY; resolves when the rows are in the table. */
  end(): Promise<void>;
}

/** Starts a COPY; the session can run no other statement until it ends. */
export function startCopy(session: Session, statement: string): Copy {
  const stream = session.query(copyFrom(statement));
  const done = finished(stream);
  // The next `write` or `end` reports a failure. Until then nobody may be awaiting it.
  done.catch(() => {});
  return {
    async write(rows) {
      const accepted = new Promise<void>((resolve, reject) => {
        stream.write(Buffer.from(rows, 'utf8'), (error) => (error ? reject(error) : resolve()));
      });
      // A broken connection never calls back; it only fails the stream.
      await Promise.race([accepted, done]);
    },
    async end() {
      stream.end();
      await done;
    },
  };
}
