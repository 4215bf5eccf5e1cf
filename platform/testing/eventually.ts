import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';

export interface Polling {
  /** Default: 10,000. */
  readonly timeoutMs?: number;
  /**
   * Milliseconds between two questions. Default: 5, so that the event loop can do what the test
   * waits for.
   */
  readonly intervalMs?: number;
}

/**
 * Repeats `ask` until `isRight` accepts its answer, and returns it. Returns the last answer when
 * the time is up; the caller checks it. For effects of another process or of a later turn of the
 * event loop.
 */
export async function eventually<Answer>(
  ask: () => Answer | Promise<Answer>,
  isRight: (answer: Answer) => boolean,
  { timeoutMs = 10_000, intervalMs = 5 }: Polling = {},
): Promise<Answer> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (isRight(answer) || performance.now() >= giveUpAt) return answer;
    await pause(intervalMs);
  }
}

/**
 * Repeats `ask` until it returns the wanted answer. Throws an error with the last answer when the
 * time is up.
 */
export async function eventuallyEquals<Answer>(
  ask: () => Answer | Promise<Answer>,
  wanted: Answer,
  polling?: Polling,
): Promise<void> {
  const answer = await eventually(ask, (each) => each === wanted, polling);
  if (answer !== wanted) throw new Error(`the answer is still ${inspect(answer)}, not ${inspect(wanted)}`);
}
