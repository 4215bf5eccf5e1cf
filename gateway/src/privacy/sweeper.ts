import type { Logger } from '@prospecting/platform/telemetry';
import type { MissedNumbers } from './missed-numbers.js';

const SWEEP_EVERY_MS = 5 * 60_000;

/** Deletes misses that count no more, now and then. Answers how to stop. */
export function startForgetting(missedNumbers: Pick<MissedNumbers, 'sweep'>, logger: Logger): () => void {
  let sweeping = false;
  const sweep = (): void => {
    if (sweeping) return;
    sweeping = true;
    missedNumbers
      .sweep()
      .then((deleted) => logger.debug({ deleted }, 'swept missed numbers'))
      .catch((error: unknown) => logger.warn({ err: error }, 'missed numbers were not swept'))
      .finally(() => {
        sweeping = false;
      });
  };
  sweep();
  const timer = setInterval(sweep, SWEEP_EVERY_MS);
  return () => clearInterval(timer);
}
