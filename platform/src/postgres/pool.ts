import { Pool, types, type QueryResultRow } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { DomainError } from '../errors/index.js';
import { toNodeUrl } from './connection-url.js';
import { fromPostgres } from './errors.js';
import { withStatementSpan } from '../telemetry/tracing.js';
import { waitForOwnConnections } from './own-connections.js';
import { noteFailure, watchHealth } from './pool-health.js';

export type { PoolClient } from 'pg';
export { Pool } from 'pg';

export interface PoolOptions {
  readonly connectionString: string;
  /** Shown in pg_stat_activity and on the pool's metrics. */
  readonly applicationName: string;
  readonly maxConnections: number;
  /** Longest wait for a free connection. Default: 2,000. */
  readonly acquireTimeoutMs?: number;
  /** Longest run of a statement before the server cancels it. Default: 5,000. */
  readonly statementTimeoutMs?: number;
  /** Longest wait for a lock of another transaction. Default: as long as a statement may run. */
  readonly lockTimeoutMs?: number;
  readonly registry?: Registry;
  /** Called with errors of idle connections. Default: they are ignored, and the pool reconnects. */
  readonly onIdleError?: (error: Error) => void;
}

/**
 * Reads int8 as a number: every 64-bit column here (millicredits, revenue, counters) is CHECKed to
 * stay within 2^53.
 */
types.setTypeParser(types.builtins.INT8, Number);

/**
 * - plan_cache_mode: plans a statement once, as `statement` promises. By default PostgreSQL
 *   replans a statement with small arrays at every execution, which doubles its cost (measured on
 *   the batch lookups).
 * - synchronous_commit: money is on disk before a caller learns of it, whatever the server, the
 *   database or the role is set to. A statement that may lose its last moments in a crash overrides
 *   it.
 */
const SESSION_SETTINGS = '-c plan_cache_mode=force_generic_plan -c synchronous_commit=on';

/**
 * Joins the URL's `options` with ours: node-postgres would use only those of the URL. The last
 * value of a setting counts.
 */
function withSessionSettings(connectionString: string): { connectionString: string; options: string } {
  const url = new URL(toNodeUrl(connectionString));
  const given = url.searchParams.get('options') ?? '';
  url.searchParams.delete('options');
  return { connectionString: url.href, options: `${given} ${SESSION_SETTINGS}`.trim() };
}

/** Creates a bounded connection pool whose every wait ends. Close it with `pool.end()`. */
export function createPool(options: PoolOptions): Pool {
  const statementTimeoutMs = options.statementTimeoutMs ?? 5_000;
  const acquireTimeoutMs = options.acquireTimeoutMs ?? 2_000;
  const pool = new Pool({
    ...withSessionSettings(options.connectionString),
    application_name: options.applicationName,
    max: options.maxConnections,
    connectionTimeoutMillis: acquireTimeoutMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementTimeoutMs,
    ...(options.lockTimeoutMs !== undefined && { lock_timeout: options.lockTimeoutMs }),
    idle_in_transaction_session_timeout: statementTimeoutMs * 2,
    // The server cancels at statement_timeout. This ends the wait when the server does not answer
    // at all.
    query_timeout: statementTimeoutMs + 1_000,
    keepAlive: true,
  });
  // Without a listener, an idle connection that breaks (a restart of the server) would end the
  // process.
  pool.on('error', (error) => options.onIdleError?.(error));
  // So would a connection that breaks between the pool and its next user. The user's next statement
  // reports it.
  pool.on('connect', (client) => client.on('error', () => {}));
  watchHealth(pool);
  waitForOwnConnections(pool, acquireTimeoutMs);
  if (options.registry !== undefined) registerPoolMetrics(pool, options.applicationName, options.registry);
  return pool;
}

const pools = new WeakMap<Registry, Map<string, Pool>>();

function registerPoolMetrics(pool: Pool, name: string, registry: Registry): void {
  let named = pools.get(registry);
  if (named === undefined) {
    const all = new Map<string, Pool>();
    named = all;
    pools.set(registry, all);
    new Gauge({
      name: 'prospect_pool_connections',
      help: 'Connections of a PostgreSQL pool by state; waiting are callers without one.',
      labelNames: ['pool', 'state'],
      registers: [registry],
      collect() {
        for (const [label, each] of all) {
          this.set({ pool: label, state: 'used' }, each.totalCount - each.idleCount);
          this.set({ pool: label, state: 'idle' }, each.idleCount);
          this.set({ pool: label, state: 'waiting' }, each.waitingCount);
        }
      },
    });
  }
  named.set(name, pool);
}

/** A named prepared statement. PostgreSQL parses and plans it once per connection. */
export interface Statement<Values extends readonly unknown[], Row extends QueryResultRow> {
  readonly name: string;
  readonly text: string;
  run(on: Queryable, values: Values, options?: RunOptions): Promise<Row[]>;
}

export interface RunOptions {
  /** Longest wait for the answer; the server may go on with the statement. Default: the pool's. */
  readonly timeoutMs?: number;
}

/** A pool, or one of its connections inside a transaction. */
export type Queryable = Pick<Pool, 'query'>;

/**
 * Declares a prepared statement. `name` must be unique in the service. `run` throws
 * service_unavailable when the database cannot answer, and the PostgreSQL error otherwise.
 */
export function statement<Values extends readonly unknown[], Row extends QueryResultRow>(
  name: string,
  text: string,
): Statement<Values, Row> {
  return {
    name,
    text,
    run: (on, values, { timeoutMs } = {}) =>
      withStatementSpan(name, async () => {
        try {
          const result = await on.query<Row>({
            name,
            text,
            values: values as unknown as unknown[],
            ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
          });
          return result.rows;
        } catch (error) {
          if (on instanceof Pool) noteFailure(on, error);
          throw fromPostgres(error);
        }
      }),
  };
}

/**
 * Runs `work` in one transaction on one connection. Commits when it returns, rolls back when it
 * throws.
 */
export async function inTransaction<Result>(pool: Pool, work: (client: Queryable) => Promise<Result>): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw fromPostgres(error);
  });
  let broken: Error | undefined;
  // A connection that breaks emits an error event too. The pool listens only while the connection
  // is idle; an event without a listener would end the process.
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work(client);
    await withStatementSpan('commit', () => client.query('commit'));
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: unknown) => {
      broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
    });
    noteFailure(pool, error instanceof DomainError ? error.cause : error);
    throw fromPostgres(error);
  } finally {
    client.off('error', onError);
    // Do not give a connection that could not roll back to the next caller.
    client.release(broken);
  }
}
