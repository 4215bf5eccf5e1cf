import type { Logger } from '@prospecting/platform/telemetry';

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

/**
 * Sweeps now and every five minutes, each time until nothing is left: expired rows contain personal
 * data or its hashes, and are kept no longer than promised. Several gateways may sweep at the same
 * time; each skips the rows that another locks.
 *
 * @param what names the rows in log lines
 */
export function startSweeper(rows: Sweepable, what: string, logger: Logger): Sweeper {
  let stopping = false;
  let sweeping: Promise<void> | undefined;

  async function sweepAll(): Promise<void> {
    try {
      let deleted = 0;
      for (let batch = 1; batch > 0 && !stopping; deleted += batch) batch = await rows.sweep();
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
