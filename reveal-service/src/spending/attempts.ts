import { createHash } from 'node:crypto';
import type { GuardedClock } from '@prospecting/platform/clock';
import type { Pool, RunOptions } from '@prospecting/platform/postgres';
import { insertAbortedAttempt } from '../sql/insert-aborted-attempt.js';
import { selectAttempts, type AttemptRow } from '../sql/select-attempts.js';

/** Identifies an attempt. The attempt id is also the id of the reservation that pays for it. */
export interface AttemptKey {
  readonly accountId: string;
  readonly attemptId: string;
}

/** How a reservation is resolved. */
export type Resolution = Capture | (AttemptKey & { readonly kind: 'release' });

export type Capture = AttemptKey & { readonly kind: 'capture'; readonly millicredits: number };

/**
 * Rounds that one snapshot covers. Later rounds are searched for only when all of these have ended.
 */
const SNAPSHOT_ROUNDS = 2;
/** Far more rounds than any client starts for one operation in a day. */
const MAX_ROUND = 2 ** 20;

/**
 * Returns the id of an operation's attempt in a round, counted from 0. The id is derived, so every
 * try of the operation finds on every replica what an earlier try began, without a record of that.
 */
export function attemptIdOf(operationId: Buffer, round: number): string {
  const bytes = createHash('sha256').update(operationId).update(`attempt ${round}`).digest();
  // UUIDv8 (RFC 9562, 5.8): all bits are ours, except version and variant.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns the attempt ids of the rounds that a snapshot covers. */
export function snapshotAttemptIds(operationId: Buffer): string[] {
  return Array.from({ length: SNAPSHOT_ROUNDS }, (_, round) => attemptIdOf(operationId, round));
}

/** How and when an attempt on record ended. */
export type EndedAttempt = Pick<AttemptRow, 'attemptId' | 'state' | 'at'>;

/** The open round of an operation. */
export interface Round {
  readonly attemptId: string;
  /** The attempt of the round before; `undefined` in the first round. */
  readonly previous: EndedAttempt | undefined;
}

/**
 * Returns the first round whose attempt is not on record. Every round before it has ended
 * permanently: a round is only used after the round before has ended, and an attempt on record
 * never changes.
 * @param snapshotAttempts the attempts of `snapshotAttemptIds` that are on record, by id
 */
export async function openRound(
  pool: Pool,
  accountId: string,
  operationId: Buffer,
  snapshotAttempts: ReadonlyMap<string, EndedAttempt>,
): Promise<Round> {
  const open = snapshotAttemptIds(operationId).findIndex((id) => !snapshotAttempts.has(id));
  if (open >= 0) return roundOf(operationId, open, snapshotAttempts);
  return findOpenRound(operationId, async (round) => {
    const [row] = await selectAttempts.run(pool, [accountId, [attemptIdOf(operationId, round)]]);
    return row;
  });
}

/**
 * Doubles to reach an open round, then bisects for the first: a few reads for any number of rounds.
 */
async function findOpenRound(
  operationId: Buffer,
  readAttempt: (round: number) => Promise<EndedAttempt | undefined>,
): Promise<Round> {
  let [ended, open] = [SNAPSHOT_ROUNDS - 1, SNAPSHOT_ROUNDS * 2];
  while (open < MAX_ROUND && (await readAttempt(open)) !== undefined) [ended, open] = [open, open * 2];
  while (open - ended > 1) {
    const middle = Math.floor((open + ended) / 2);
    if ((await readAttempt(middle)) === undefined) open = middle;
    else ended = middle;
  }
  const previous = await readAttempt(ended);
  return roundOf(operationId, open, new Map(previous && [[previous.attemptId, previous]]));
}

function roundOf(operationId: Buffer, round: number, attempts: ReadonlyMap<string, EndedAttempt>): Round {
  const attemptId = attemptIdOf(operationId, round);
  if (round === 0) return { attemptId, previous: undefined };
  const previousId = attemptIdOf(operationId, round - 1);
  const previous = attempts.get(previousId);
  if (previous === undefined) throw new Error(`attempt ${previousId} is not on record, but a later round is open`);
  return { attemptId, previous };
}

/**
 * Fences an attempt: records it as aborted unless it has committed. Returns how its reservation is
 * to be resolved, which can no longer change: a process that stalled in the middle of the attempt
 * now fails on the primary key. Waits for a commit under way. Any number of processes may fence the
 * same attempt concurrently. Throws service_unavailable.
 */
export async function fenceAttempt(
  { revealPool, clock }: { readonly revealPool: Pool; readonly clock: GuardedClock },
  { accountId, attemptId }: AttemptKey,
  options?: RunOptions,
): Promise<Resolution> {
  // Throws while the clock is wrong: such a service must not end attempts.
  clock.now();
  const aborted = await insertAbortedAttempt.run(revealPool, [accountId, attemptId], options);
  if (aborted.length > 0) return { kind: 'release', accountId, attemptId };
  const [attempt] = await selectAttempts.run(revealPool, [accountId, [attemptId]], options);
  if (attempt === undefined) throw new Error(`attempt ${attemptId} was not inserted, but is not on record`);
  return attempt.state === 'aborted'
    ? { kind: 'release', accountId, attemptId }
    : { kind: 'capture', accountId, attemptId, millicredits: attempt.millicredits };
}
