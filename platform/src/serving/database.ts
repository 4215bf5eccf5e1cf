import { startGuardedClock, systemClock, type GuardedClock } from '../clock/index.js';
import { createPool, type Pool, type PoolOptions } from '../postgres/index.js';
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
    onIdleError: logLostConnections(context),
  });
}

/** The time in which lost connections of one pool share a log line. */
const LOST_TOGETHER_MS = 10_000;

/** A restart of the server breaks every idle connection at the same time. One of them is logged. */
function logLostConnections({ logger, name }: ServingContext): (error: Error) => void {
  let loggedAtMs = -Infinity;
  return (error) => {
    if (performance.now() - loggedAtMs < LOST_TOGETHER_MS) return;
    loggedAtMs = performance.now();
    logger.warn({ err: error, database: name }, 'idle database connections lost; the pool connects again');
  };
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
  if (given !== undefined) return { clock: given, asked: Promise.resolve(), isInStep: isInStep(given), stop: () => {} };
  const running = startGuardedClock({ clock: systemClock, pool, ...context });
  return { clock: running, asked: running.asked, isInStep: isInStep(running), stop: () => running.stop() };
}

function isInStep(clock: GuardedClock): ReadinessCheck {
  return () => {
    const reason = answers(() => clock.now())
      ? undefined
      : answers(() => clock.databaseNow())
        ? "this clock and the database's differ by more than 2 s: no money moves"
        : "the database's time is not known yet: no money moves";
    return Promise.resolve(reason === undefined ? undefined : { reason });
  };
}

function answers(read: () => Date): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}
