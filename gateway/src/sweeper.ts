import type { Logger } from '@prospecting/platform/telemetry';
import type { SweepMetrics, Swept } from './sweep-metrics.js';

const SWEEP_EVERY_MS = 5 * 60_000;

/** Something that deletes its expired rows. */
export interface Sweepable {
  /** Deletes one batch and returns how many rows it had. Throws service_unavailable. */
  sweep(): Promise<number>;
}

/** A sweep that repeats in the background. */
export interface Sweeper {
  /** Ends it after the batch that is under way. */
  stop(): Promise<void>;
}

export interface SweeperOptions {
  readonly logger: Logger;
  readonly metrics: SweepMetrics;
}

/**
 * Sweeps now and every five minutes, each time until nothing is left: expired rows contain personal
 * data or its hashes, and are kept no longer than promised. Several gateways may sweep at the same
 * time; each skips the rows that another locks.
 *
 * @param what names the rows in log lines and metrics
 */
export function startSweeper(rows: Sweepable, what: Swept, { logger, metrics }: SweeperOptions): Sweeper {
  let stopping = false;
  let sweeping: Promise<void> | undefined;

  async function sweepAll(): Promise<void> {
    try {
      let deleted = 0;
      let batch: number;
      do {
        batch = await rows.sweep();
        deleted += batch;
        metrics.deleted(what, batch);
      } while (batch > 0 && !stopping);
      if (batch === 0) metrics.complete(what);
      logger.debug({ what, deleted }, 'expired rows deleted');
    } catch (error) {
      logger.warn({ err: error, what }, 'expired rows were not deleted; the next sweep tries again');
    }
  }

  const sweep = (): void => {
    sweeping ??= sweepAll().finally(() => {
      sweeping = undefined;
    });
  };
  sweep();
  const timer = setInterval(sweep, SWEEP_EVERY_MS);
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await sweeping;
    },
  };
}
