import type { Clock } from '@prospecting/platform/clock';
import type { Pool } from '@prospecting/platform/postgres';
import { insertAbortedAttempt } from '../sql/insert-aborted-attempt.js';
import { selectAttempt } from '../sql/select-attempt.js';

/** An attempt to spend; its id is its reservation's. */
export interface AttemptName {
  readonly accountId: string;
  readonly attemptId: string;
}

/** How a reservation must end. */
export type Resolution =
  | (AttemptName & { readonly kind: 'capture'; readonly millicredits: number })
  | (AttemptName & { readonly kind: 'release' });

/**
 * Finds out what became of an attempt, for good: aborts it, unless it has committed. From then on a process that stalled in the middle
 * of the attempt fails on the row's primary key, so the answer cannot change. Any number of processes may ask at once.
 */
export async function resolveAttempt(
  { revealPool, clock }: { readonly revealPool: Pool; readonly clock: Clock },
  { accountId, attemptId }: AttemptName,
): Promise<Resolution> {
  const aborted = await insertAbortedAttempt.run(revealPool, [accountId, attemptId, clock.now()]);
  if (aborted.length > 0) return { kind: 'release', accountId, attemptId };
  const [attempt] = await selectAttempt.run(revealPool, [accountId, attemptId]);
  if (attempt === undefined) throw new Error(`attempt ${attemptId} is neither new nor on record`);
  return attempt.state === 'aborted'
    ? { kind: 'release', accountId, attemptId }
    : { kind: 'capture', accountId, attemptId, millicredits: attempt.millicredits };
}
