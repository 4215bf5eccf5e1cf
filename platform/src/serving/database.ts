import { startGuardedClock, systemClock, type GuardedClock } from '../clock/index.js';
import { createPool, type Pool, type PoolOptions, type SchemaModule } from '../postgres/index.js';
import type { ReadinessCheck } from '../telemetry/index.js';
import type { ServingContext } from './application.js';
import type { DatabaseConfig } from './config.js';

/**
 * Opens the service's pool, with its metrics registered and the errors of its idle connections
 * logged.
 */
export function openDatabase(
  config: DatabaseConfig,
  context: ServingContext,
  options: Pick<PoolOptions, 'acquireTimeoutMs' | 'lockTimeoutMs' | 'statementTimeoutMs'> = {},
): Pool {
  return createPool({
    ...options,
    connectionString: config.url,
    applicationName: context.name,
    maxConnections: config.poolSize,
    registry: context.registry,
    onIdleError: (error) => context.logger.warn({ err: error }, 'idle database connection lost'),
  });
}

/** A guarded clock with its readiness check and its end. */
export interface OpenedClock {
  readonly clock: GuardedClock;
  /** Resolves after the first question to the database, answered or not. */
  readonly asked: Promise<void>;
  /** A readiness check: business time is within 2 s of the database's. */
  readonly isInStep: ReadinessCheck;
  readonly stop: () => void;
}

/**
 * Opens business time that is checked against a database. `context.name` labels its metric.
 * @param given a clock to use instead; its owner stops it
 */
export function openGuardedClock(pool: Pool, context: ServingContext, given?: GuardedClock): OpenedClock {
  if (given !== undefined)
    return { clock: given, asked: Promise.resolve(), isInStep: () => Promise.resolve(answers(given)), stop: () => {} };
  const running = startGuardedClock({ clock: systemClock, pool, ...context });
  return { clock: running, asked: running.asked, isInStep: running.isInStep, stop: () => running.stop() };
}

function answers(clock: GuardedClock): boolean {
  try {
    clock.now();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns a readiness check: the newest migration that this release knows is applied. The service's
 * role may read `<schema>.migrations`.
 */
export function isMigrated(pool: Pool, { schema, migrations }: SchemaModule): ReadinessCheck {
  const newest = migrations.at(-1)?.name;
  return async () => {
    const { rowCount } = await pool.query(`select from ${schema}.migrations where name = $1`, [newest]);
    return rowCount === 1;
  };
}

/** Returns a readiness check: the database answers. */
export function databaseAnswers(pool: Pool): ReadinessCheck {
  return async () => {
    await pool.query('select 1');
    return true;
  };
}
