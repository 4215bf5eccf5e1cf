import { finished } from 'node:stream/promises';
import { DomainError } from '@prospecting/platform/errors';
import { fromPostgres, isPostgresError } from '@prospecting/platform/postgres';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** An import's own connection: its staging tables live and die with it. */
export type Session = pg.Client;

/** Any constant number: imports into one database run one after the other. */
const IMPORT_LOCK = 5_128_806;
const LOCK_TIMEOUT_MS = 30_000;

/**
 * A merge takes as long as its file is large, so statements have no time limit; waiting for another's lock has one.
 * Compiling plans to machine code costs more than it saves on statements that are bound by index writes. A commit that is not
 * flushed yet would keep the vacuum after it from marking any page.
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

/** @throws service_unavailable when the database cannot be reached */
export async function openSession(databaseUrl: string): Promise<Session> {
  const session = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'prospect-import',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // A lost connection fails the statement under way, or the next one; without a listener it would end the process as well.
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
 * Keeps other imports out for as long as the session lives.
 *
 * @throws service_unavailable when another import does not end within the time
 */
export async function lockImports(session: Session, waitTimeoutMs: number): Promise<void> {
  await session.query("select set_config('lock_timeout', $1, false)", [`${waitTimeoutMs}ms`]);
  try {
    await session.query('select pg_advisory_lock($1)', [IMPORT_LOCK]);
  } catch (error) {
    const waited = isPostgresError(error) && error.code === '55P03';
    throw waited
      ? new DomainError('service_unavailable', { detail: 'Another import is still running.', cause: error })
      : error;
  }
  await session.query("select set_config('lock_timeout', $1, false)", [`${LOCK_TIMEOUT_MS}ms`]);
}

/** Runs `work` in one transaction: everything it did stands, or nothing. */
export async function inTransaction<Result>(session: Session, work: () => Promise<Result>): Promise<Result> {
  await session.query('begin');
  try {
    const result = await work();
    await session.query('commit');
    return result;
  } catch (error) {
    // The session ends with the import; if this fails too, closing it rolls back.
    await session.query('rollback').catch(() => {});
    throw error;
  }
}

/** Rows on their way into a table. */
export interface Copy {
  /** Resolves when the connection wants more. `rows` are whole lines of COPY text. */
  write(rows: string): Promise<void>;
  /** Resolves when the rows are in the table. */
  end(): Promise<void>;
}

export function startCopy(session: Session, statement: string): Copy {
  const stream = session.query(copyFrom(statement));
  const done = finished(stream);
  // Whoever writes next, or ends, is told; until then nobody may be waiting.
  done.catch(() => {});
  return {
    async write(rows) {
      const taken = new Promise<void>((resolve, reject) => {
        stream.write(Buffer.from(rows, 'utf8'), (error) => (error ? reject(error) : resolve()));
      });
      // A connection that breaks never takes the rows, it only fails the stream.
      await Promise.race([taken, done]);
    },
    async end() {
      stream.end();
      await done;
    },
  };
}
