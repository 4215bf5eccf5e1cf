import type { GuardedClock } from '@prospecting/platform/clock';
import type { CrashPoints } from '@prospecting/platform/crash-points';
import type { Pool } from '@prospecting/platform/postgres';
import type { CreditsCrashPoint } from '../crash-points.js';

export interface CreditsDependencies {
  /** The schema `credits`. */
  readonly pool: Pool;
  readonly clock: GuardedClock;
  readonly crashPoints?: CrashPoints<CreditsCrashPoint> | undefined;
}
