import type { Logger } from '@prospecting/platform/telemetry';
import type { ResponseStore } from './response-store.js';

const SWEEP_EVERY_MS = 5 * 60_000;

/** Deletes expired responses in the background. */
export interface Sweeper {
  /** Ends it after the batch that is under way. */
  stop(): Promise<void>;
}

/**
 * Sweeps again and again, each time until nothing is left: expired responses hold personal data, which is kept
 * no longer than promised. Several gateways may sweep at once; each takes what the others do not hold.
 */
export function startSweeper(store: Pick<ResponseStore, 'sweep'>, logger: Logger): Sweeper {
  let stopping = false;
  let sweeping: Promise<void> | undefined;

  async function sweepAll(): Promise<void> {
    try {
      let deleted = 0;
      for (let batch = 1; batch > 0 && !stopping; deleted += batch) batch = await store.sweep();
      logger.debug({ deleted }, 'swept stored responses');
    } catch (error) {
      logger.warn({ err: error }, 'stored responses were not swept');
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
