import { setTimeout as pause } from 'node:timers/promises';
import { CommandError, UnansweredError } from './errors.js';

/** Pauses before each further try: a gateway that restarts is back within seconds. */
const PAUSES_MS = [250, 1_000, 2_000];

/** Advice on a write that changes nothing when it is made a second time. */
export const SAFE_AGAIN = 'The same command again is safe.';

/**
 * Makes a write once. Where the answer is lost, the error says that it may have been made, and what
 * to do: `advice`, in whole sentences.
 */
export function write<Answer>(advice: string, make: () => Promise<Answer>): Promise<Answer> {
  return tryWith([], advice, make);
}

/** Makes a write that is made once however often it is asked for, and asks again while nobody answers. */
export function insist<Answer>(advice: string, make: () => Promise<Answer>): Promise<Answer> {
  return tryWith(PAUSES_MS, advice, make);
}

async function tryWith<Answer>(
  pausesMs: readonly number[],
  advice: string,
  make: () => Promise<Answer>,
): Promise<Answer> {
  let mayBeDone = false;
  for (let tries = 0; ; tries += 1) {
    try {
      return await make();
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
