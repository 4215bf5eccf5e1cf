import type { Logger } from '@prospecting/platform/telemetry';
import type { ResponseStore } from './response-store.js';

const SWEEP_EVERY_MS = 5 * 60_000;

/** Deletes expired responses now and then; they hold personal data, which is kept no longer than it is promised. Answers how to stop. */
export function startSweeper(store: Pick<ResponseStore, 'sweep'>, logger: Logger): () => void {
  let sweeping = false;
  const sweep = (): void => {
    if (sweeping) return;
    sweeping = true;
    store
      .sweep()
      .then((deleted) => logger.debug({ deleted }, 'swept stored responses'))
      .catch((error: unknown) => logger.warn({ err: error }, 'stored responses were not swept'))
      .finally(() => {
        sweeping = false;
      });
  };
  sweep();
  const timer = setInterval(sweep, SWEEP_EVERY_MS);
  return () => clearInterval(timer);
}
