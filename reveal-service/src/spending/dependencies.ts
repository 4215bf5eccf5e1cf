import type { CrashPoints } from '@prospecting/platform/crash-points';
import type { GuardedClock } from '@prospecting/platform/clock';
import type { Pool } from '@prospecting/platform/postgres';
import type { Logger, Registry } from '@prospecting/platform/telemetry';
import type { RevealCrashPoint } from './crash-points.js';
import type { Credits } from './credits.js';
import type { ReadRecords } from './records-reader.js';
import type { SettlementQueue } from './settlement-queue.js';

/** What spending and what goes on behind it are built from. */
export interface SpendingDependencies {
  /** The schema `reveal`. */
  readonly revealPool: Pool;
  /** The schema `directory`, which may live on another server. */
  readonly directoryPool: Pool;
  /** Held against the clock of `revealPool`'s database. */
  readonly clock: GuardedClock;
  readonly credits: Credits;
  readonly logger: Logger;
  /** Metrics are counted where there is one. */
  readonly registry?: Registry | undefined;
  /** Waits between two tries; real time, as what it waits for is other processes. */
  readonly pause: (durationMs: number) => Promise<void>;
  readonly crashPoints?: CrashPoints<RevealCrashPoint> | undefined;
}

/** What one order is carried out with. */
export interface OrderDependencies extends SpendingDependencies {
  readonly readRecords: ReadRecords;
  /** Where reservations go to be captured or released. */
  readonly settlements: SettlementQueue;
}
