import type { Pool } from 'pg';
import { isPostgresError } from './errors.js';

/** What the use of a pool tells about its database, without a statement of its own. */
interface PoolHealth {
  answeredAtMs: number;
  diskFullAtMs: number;
}

const healths = new WeakMap<Pool, PoolHealth>();

/** Begins to watch what a new pool learns about its database. */
export function watchHealth(pool: Pool): void {
  const health: PoolHealth = { answeredAtMs: -Infinity, diskFullAtMs: -Infinity };
  healths.set(pool, health);
  // A connection that fails is released with its error.
  pool.on('release', (error) => {
    if (!(error instanceof Error)) health.answeredAtMs = performance.now();
  });
}

const DISK_FULL = '53100';

/** Notes the failure of a statement of the pool. */
export function noteFailure(pool: Pool, error: unknown): void {
  const health = healths.get(pool);
  if (health !== undefined && isPostgresError(error) && error.code === DISK_FULL)
    health.diskFullAtMs = performance.now();
}

/**
 * Returns true when callers wait for connections of the pool while others are answered: the
 * database lives, and the process has more work than connections.
 */
export function isBusy(pool: Pool, withinMs: number): boolean {
  const answeredAtMs = healths.get(pool)?.answeredAtMs ?? -Infinity;
  return pool.waitingCount > 0 && performance.now() - answeredAtMs < withinMs;
}

/** Returns true when a statement of the pool failed because the server's disk is full. */
export function sawFullDisk(pool: Pool, withinMs: number): boolean {
  return performance.now() - (healths.get(pool)?.diskFullAtMs ?? -Infinity) < withinMs;
}
