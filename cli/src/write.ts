import { setTimeout as pause } from 'node:timers/promises';
import { CommandError, UnansweredError } from './errors.js';

/** Pauses before each retry: a service that restarts is back within seconds. */
const RETRY_PAUSES_MS = [250, 1_000, 2_000];

/** Advice for a write that changes nothing when it is repeated. */
export const SAFE_TO_REPEAT = 'The same command again is safe.';

/**
 * Sends a write once. When its response is lost, the error says that it may have been done, and
 * adds the advice.
 * @param advice what the person should do then, in whole sentences
 */
export function writeOnce<Answer>(advice: string, send: () => Promise<Answer>): Promise<Answer> {
  return tryWrite([], advice, send);
}

/** Sends an idempotent write, and retries it while the service does not respond. */
export function writeWithRetries<Answer>(advice: string, send: () => Promise<Answer>): Promise<Answer> {
  return tryWrite(RETRY_PAUSES_MS, advice, send);
}

async function tryWrite<Answer>(
  pausesMs: readonly number[],
  advice: string,
  send: () => Promise<Answer>,
): Promise<Answer> {
  let mayBeDone = false;
  for (let tries = 0; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const isUnanswered = error instanceof UnansweredError;
      mayBeDone ||= isUnanswered && error.mayBeDone;
      const pauseMs = pausesMs[tries];
      if (isUnanswered && pauseMs !== undefined) await pause(pauseMs);
      else if (mayBeDone)
        throw new CommandError(`${error.message}\n  It is not known whether this was done. ${advice}`, {
          cause: error,
        });
      else throw error;
    }
  }
}
