import type { GuardedClock } from '@prospecting/platform/clock';
import type { CrashPoints } from '@prospecting/platform/crash-points';
import type { Pool } from '@prospecting/platform/postgres';
import type { CreditsCrashPoint } from '../crash-points.js';

/**
 * The longest that a statement waits for a lock; the pool is opened with it. One account's balance
 * that stays locked would otherwise occupy every connection until the statement timeout of 5 s, and
 * spends of all other accounts would wait. A call that waited this long fails with
 * service_unavailable and changes nothing, so its caller can retry. The value is half the shortest
 * deadline of a caller (reveal-service captures a batch within 1 s), and far more than the wait
 * behind a queue of ordinary spends of one account (1 to 2 ms each).
 */
export const LOCK_TIMEOUT_MS = 500;

export interface CreditsDependencies {
  /** Connects to the schema `credits`, with `lockTimeoutMs: LOCK_TIMEOUT_MS`. */
  readonly pool: Pool;
  readonly clock: GuardedClock;
  readonly crashPoints?: CrashPoints<CreditsCrashPoint> | undefined;
}
