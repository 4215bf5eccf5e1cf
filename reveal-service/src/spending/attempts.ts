import { createHash } from 'node:crypto';
import type { GuardedClock } from '@prospecting/platform/clock';
import type { Pool, RunOptions } from '@prospecting/platform/postgres';
import { insertAbortedAttempt } from '../sql/insert-aborted-attempt.js';
import { selectAttempt } from '../sql/select-attempt.js';
import { selectAttemptStates, type EndedAttempt } from '../sql/select-attempt-states.js';

/** An attempt to spend; its id is also the id of its reservation. */
export interface AttemptName {
  readonly accountId: string;
  readonly attemptId: string;
}

/** How a reservation must end. */
export type Resolution =
  | (AttemptName & { readonly kind: 'capture'; readonly millicredits: number })
  | (AttemptName & { readonly kind: 'release' });

/** Rounds that a spend looks at before it looks for more. */
export const ROUNDS_AT_ONCE = 2;
/** Far more tries than any client makes of one operation in a day. */
const MAX_ROUND = 2 ** 20;

/**
 * The id of an operation's attempt in a round, counted from 0. It is derived, so every try of the
 * operation finds what an earlier one began under it, on every replica, without a record of its own.
 */
export function attemptIdOf(operationId: Buffer, round: number): string {
  const bytes = createHash('sha256').update(operationId).update(`attempt ${round}`).digest();
  // UUIDv8 (RFC 9562, 5.8): the bits are the application's own, but for version and variant.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The ids of an operation's first rounds. */
export function firstAttemptIds(operationId: Buffer): string[] {
  return Array.from({ length: ROUNDS_AT_ONCE }, (_, round) => attemptIdOf(operationId, round));
}

/** Where an operation is: the round that is open, and how the one before it ended. */
export interface Round {
  readonly round: number;
  readonly attemptId: string;
  readonly before: (EndedAttempt & { readonly attemptId: string }) | undefined;
}

/**
 * The first round whose attempt is not on record. All before it are, and for good: a round is only
 * used once the one before it has ended, and an attempt on record never changes.
 * @param firstStates of the rounds of `firstAttemptIds` that are on record, by attempt id
 */
export async function openRound(
  pool: Pool,
  accountId: string,
  operationId: Buffer,
  firstStates: ReadonlyMap<string, EndedAttempt>,
): Promise<Round> {
  const ids = firstAttemptIds(operationId);
  const free = ids.findIndex((id) => !firstStates.has(id));
  if (free >= 0) return roundOf(operationId, free, firstStates);
  // Doubling finds an open round above, halving the first: a few statements for any number of tries.
  let [ended, open] = [ROUNDS_AT_ONCE - 1, ROUNDS_AT_ONCE * 2];
  const statesOf = async (rounds: readonly number[]): Promise<Map<string, EndedAttempt>> => {
    const wanted = rounds.map((round) => attemptIdOf(operationId, round));
    const rows = await selectAttemptStates.run(pool, [accountId, wanted]);
    return new Map(rows.map((row) => [row.attemptId, row]));
  };
  while (open < MAX_ROUND && (await statesOf([open])).size > 0) [ended, open] = [open, open * 2];
  while (open - ended > 1) {
    const middle = Math.floor((open + ended) / 2);
    if ((await statesOf([middle])).size > 0) ended = middle;
    else open = middle;
  }
  return roundOf(operationId, open, await statesOf([ended]));
}

function roundOf(operationId: Buffer, round: number, states: ReadonlyMap<string, EndedAttempt>): Round {
  const attemptId = attemptIdOf(operationId, round);
  if (round === 0) return { round, attemptId, before: undefined };
  const beforeId = attemptIdOf(operationId, round - 1);
  const before = states.get(beforeId);
  if (before === undefined) throw new Error(`attempt ${beforeId} is not on record, and a later one is open`);
  return { round, attemptId, before: { attemptId: beforeId, state: before.state, at: before.at } };
}

/**
 * Finds out what became of an attempt, for good: aborts it, unless it has committed. From then on a
 * process that stalled in the middle of the attempt fails on the row's primary key, so the answer
 * cannot change. Waits for a commit that is under way. Any number of processes may ask at once.
 * Throws service_unavailable.
 */
export async function fenceAttempt(
  { revealPool, clock }: { readonly revealPool: Pool; readonly clock: GuardedClock },
  { accountId, attemptId }: AttemptName,
  options?: RunOptions,
): Promise<Resolution> {
  // A service whose clock is wrong ends nothing.
  clock.now();
  const aborted = await insertAbortedAttempt.run(revealPool, [accountId, attemptId], options);
  if (aborted.length > 0) return { kind: 'release', accountId, attemptId };
  const [attempt] = await selectAttempt.run(revealPool, [accountId, attemptId], options);
  if (attempt === undefined) throw new Error(`attempt ${attemptId} is neither new nor on record`);
  return attempt.state === 'aborted'
    ? { kind: 'release', accountId, attemptId }
    : { kind: 'capture', accountId, attemptId, millicredits: attempt.millicredits };
}
