import type { GuardedClock } from '@prospecting/platform/clock';
import type { CrashPoints } from '@prospecting/platform/crash-points';
import type { Pool } from '@prospecting/platform/postgres';
import type { Logger, Registry } from '@prospecting/platform/telemetry';
import type { AttemptKey, Capture } from './attempts.js';
import type { RevealCrashPoint } from './crash-points.js';
import type { Credits } from './credits.js';
import type { DirectoryLoader } from './directory-loader.js';
import type { SpendMetrics } from './spend-metrics.js';

/** What spending, its resolution queue and recovery are built from. */
export interface SpendingDependencies {
  /** The schema `reveal`. */
  readonly revealPool: Pool;
  /** The schema `directory`, which may be on another server. */
  readonly directoryPool: Pool;
  /** Checked against the clock of `revealPool`'s database. */
  readonly clock: GuardedClock;
  readonly credits: Credits;
  readonly logger: Logger;
  /** Optional. Default: metrics are not exposed. */
  readonly registry?: Registry | undefined;
  /** Waits between two tries, in real time: the wait is for other processes. */
  readonly pause: (durationMs: number) => Promise<void>;
  readonly crashPoints?: CrashPoints<RevealCrashPoint> | undefined;
}

/** What one order is carried out with. */
export interface OrderDependencies extends SpendingDependencies {
  readonly directoryLoader: DirectoryLoader;
  readonly resolutions: ResolutionQueue;
  readonly metrics: SpendMetrics;
}

/**
 * A reservation to resolve: a known capture, or `unknown` where only the attempt's row tells, once
 * the attempt is fenced.
 */
export type PendingResolution = Capture | (AttemptKey & { readonly kind: 'unknown' });

/**
 * Resolves the reservations of ended attempts outside the requests that made them, and retries
 * failures that are not final. Recovery finds what a full queue or a crash loses.
 */
export interface ResolutionQueue {
  add(pending: PendingResolution): void;
  /** Resolves when nothing is queued or under way. */
  idle(): Promise<void>;
  /** Accepts nothing more, and waits for the rest at most `limitMs`. */
  stop(limitMs: number): Promise<void>;
}
