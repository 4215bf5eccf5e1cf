import { DomainError, serviceUnavailable, toDomainError } from '@prospecting/platform/errors';
import { remainingMs, type Call } from '@prospecting/platform/grpc';
import { isPostgresError } from '@prospecting/platform/postgres';
import type { credits } from '@prospecting/protos';
import { totalMillicredits } from '../pricing/plan.js';
import { fenceAttempt, openRound, type AttemptName, type Resolution, type Round } from './attempts.js';
import { isShortage, isTransientShortage, readRemaining, settleReservations } from './credits.js';
import type { OrderDependencies } from './dependencies.js';
import { commitAttempt, findOutcome, type OperationOutcome } from './operations.js';
import type { SpendOrder } from './order.js';
import { readSnapshot, type SpendSnapshot } from './snapshot.js';

/*
 * One spend, top to bottom. It reveals everything that the order asks for and charges for it, or does
 * nothing; however often, wherever and after whatever crash the operation is tried, it is carried out
 * once.
 *
 * The commit of the attempt is the point of truth: one statement that writes the reveals, the attempt
 * and the operation. Money follows it: reserved before, captured or given back after.
 *
 *             ┌──────────────────────── the balance is short: wait a little ─────────────────────┐
 *             ▼                                                                                  │
 *   ┌─► look: snapshot ──► operation is there ──► its outcome, again                             │
 *   │         │                                                                                  │
 *   │         ├──► price above the cap ──► fence ──► credit_cap_exceeded                         │
 *   │         ▼                                                                                  │
 *   │    reserve the price ──► short ────────────────────────────────────────────────────────────┤
 *   │         │                                          short too often ──► fence ──► insufficient_credits
 *   │         ▼
 *   └──── commit the attempt ──► done: hand the capture on, answer
 *     ended by another
 *
 * Attempts have rounds. The attempt of each round has an id that is derived from the operation, and
 * the open round is the first whose attempt is not on record. An attempt gets on record in two ways,
 * and whichever comes first is final: it commits, or it is fenced (recorded as aborted), after which
 * its commit fails on the primary key, however late it arrives.
 *
 * - All tries of an operation in one round work under the same attempt and the same reservation. A
 *   retry goes on where a dead try stopped; of two that live, one commits and the other finds it.
 * - A try works in one round only. When its attempt is fenced it stops with idempotency_key_in_use,
 *   and never begins another round by itself: the operation may have been refused.
 * - Before the operation is refused, the attempt is fenced. So a 402 and a 422 are final: nothing that
 *   an earlier try began can be carried out after one. A later try uses the next round.
 * - A try enters a round only if it began after the round before was ended: one that was held up until
 *   an operation was refused must not carry it out afterwards.
 * - A try in a later round first makes sure that the round before it holds no credits.
 * - A reservation is captured or released by what its attempt's row says: by this process where it
 *   knows, by the settlement queue where it does not, by recovery where the process died.
 */

/** Waits for credits that other requests hold, when the balance is short. In all less than half a second. */
const SHORTAGE_PAUSES_MS = [20, 40, 80, 160];
/** Looks beyond those: each follows an attempt that ended, so the next one finds why. */
const EXTRA_LOOKS = 3;
/** Longest that one call of Reserve waits; the second asks under the same id. */
const RESERVE_TIMEOUT_MS = 2_500;
const RESERVE_TRIES = 2;
/** Longest to wait for a commit that is under way before its attempt can be fenced. */
const FENCE_TIMEOUT_MS = 3_000;
/** Less than this is left of the caller's time: not worth beginning anything. */
const COMMIT_MS = 100;

/** What an order came to. */
export interface Spent {
  /** What was read last. When the outcome is not a repeated one, it is older than the reveals. */
  readonly snapshot: SpendSnapshot;
  readonly outcome: OperationOutcome;
  /** The outcome of an earlier try. */
  readonly isRepeated: boolean;
  /** What the account can spend now; `undefined` without a credit subscription. */
  readonly remainingMillicredits: number | undefined;
}

/** What one look came to. */
type Look =
  | { readonly kind: 'spent'; readonly spent: Spent }
  /** The attempt has ended, by this try or another: the next look finds what it came to. */
  | { readonly kind: 'ended' }
  /** The balance cannot pay, perhaps only for now. */
  | { readonly kind: 'short'; readonly refusal: DomainError };

/**
 * Carries an order out. Throws credit_cap_exceeded and insufficient_credits, both final;
 * idempotency_key_in_use while an earlier try cannot be ended; service_unavailable, after which the
 * same operation may have been carried out and has to be asked for again.
 */
export async function spend(dependencies: OrderDependencies, order: SpendOrder, call: Call): Promise<Spent> {
  const unanswered = new Map<string, AttemptName>();
  try {
    return await spendInOneRound(dependencies, order, unanswered, call);
  } finally {
    // Such a Reserve may be carried out yet, also after its repetition was answered otherwise.
    for (const attempt of unanswered.values()) dependencies.settlements.add({ kind: 'unknown', ...attempt });
  }
}

/** @param unanswered is told of the attempts for which a Reserve was asked and not answered, by id */
async function spendInOneRound(
  dependencies: OrderDependencies,
  order: SpendOrder,
  unanswered: Map<string, AttemptName>,
  call: Call,
): Promise<Spent> {
  // The database dates the end of a round. This is never later than its time, so at worst the client asks again.
  const beganAt = dependencies.clock.databaseNow();
  let mine: Round | undefined;
  let shortages = 0;
  for (let looks = 0; looks <= SHORTAGE_PAUSES_MS.length + EXTRA_LOOKS; looks += 1) {
    refuseLate(call);
    const snapshot = await readSnapshot(dependencies, order, call, order.operationId);
    const outcome = await findOutcome(dependencies, order, snapshot.operation);
    if (outcome !== undefined) return repeat(dependencies, order, { snapshot, outcome }, call);

    const open = await openRound(dependencies.revealPool, order.accountId, order.operationId, snapshot.attempts);
    mine ??= await enterRound(dependencies, order, { open, beganAt }, call);
    if (open.attemptId !== mine.attemptId) throw endedByAnother(`attempt ${mine.attemptId} was fenced`);

    const look = await tryOnce(dependencies, order, { attemptId: mine.attemptId, snapshot, unanswered }, call);
    if (look.kind === 'spent') return look.spent;
    if (look.kind === 'short') {
      const pauseMs = SHORTAGE_PAUSES_MS[shortages];
      shortages += 1;
      if (pauseMs === undefined || !isTransientShortage(look.refusal))
        await refuse(dependencies, order, mine.attemptId, look.refusal, call);
      else await dependencies.pause(pauseMs * (0.5 + Math.random()));
    }
  }
  throw endedByAnother('its attempt went on ending');
}

/** The outcome of an earlier try, with the balance of now. */
async function repeat(
  { credits }: OrderDependencies,
  { accountId }: SpendOrder,
  found: Pick<Spent, 'snapshot' | 'outcome'>,
  call: Call,
): Promise<Spent> {
  return { ...found, isRepeated: true, remainingMillicredits: await readRemaining(credits, accountId, call) };
}

/**
 * Makes sure that the round before was ended before this try began, so that no refusal came between;
 * and that it holds no credits, as the balance might be short for them alone.
 */
async function enterRound(
  { credits }: OrderDependencies,
  { accountId }: SpendOrder,
  { open, beganAt }: { readonly open: Round; readonly beganAt: Date },
  call: Call,
): Promise<Round> {
  if (open.before?.state !== 'aborted') return open;
  if (open.before.at > beganAt) throw endedByAnother('it began before the round before was ended');
  const release: Resolution = { kind: 'release', accountId, attemptId: open.before.attemptId };
  const unsettled = await settleReservations(credits, [release], within(call, RESERVE_TIMEOUT_MS));
  const failure = unsettled.get(release);
  if (failure !== undefined) throw endedByAnother('the round before still holds credits', failure);
  return open;
}

/** What one look works with. */
interface Work {
  readonly attemptId: string;
  readonly snapshot: SpendSnapshot;
  readonly unanswered: Map<string, AttemptName>;
}

/** One look's work: from the plan to the commit. */
async function tryOnce(
  dependencies: OrderDependencies,
  order: SpendOrder,
  { attemptId, snapshot, unanswered }: Work,
  call: Call,
): Promise<Look> {
  const { credits, crashPoints, settlements } = dependencies;
  const { accountId } = order;
  const attempt: AttemptName = { accountId, attemptId };
  const price = totalMillicredits(snapshot.planned);
  // The cap is named before the balance, so it is compared before anything is reserved.
  if (price > order.maxMillicredits) {
    await refuse(dependencies, order, attemptId, capExceeded(price, order.maxMillicredits), call);
    return { kind: 'ended' };
  }
  await crashPoints?.pass('reveal.planned');

  if (price === 0) {
    // The balance is read first: if it cannot be, nothing has been done.
    const remainingMillicredits = await readRemaining(credits, accountId, call);
    const outcome = await commitInTime(dependencies, order, attemptId, snapshot, call);
    if (outcome === undefined) return { kind: 'ended' };
    return { kind: 'spent', spent: { snapshot, outcome, isRepeated: false, remainingMillicredits } };
  }

  const reserved = await reserve(dependencies, attempt, { price, unanswered }, call);
  if ('kind' in reserved) return reserved;
  try {
    await crashPoints?.pass('reveal.reserved');
    const outcome = await commitInTime(dependencies, order, attemptId, snapshot, call);
    if (outcome === undefined) {
      settlements.add({ kind: 'unknown', ...attempt });
      return { kind: 'ended' };
    }
    settlements.add({ kind: 'capture', ...attempt, millicredits: outcome.millicredits });
    const remainingMillicredits = reserved.remainingMillicredits + amountOf(reserved) - outcome.millicredits;
    return { kind: 'spent', spent: { snapshot, outcome, isRepeated: false, remainingMillicredits } };
  } catch (error) {
    // It may have committed: a lost reply says nothing. The attempt's row does, once it is fenced.
    settlements.add({ kind: 'unknown', ...attempt });
    throw error;
  }
}

/**
 * Reserves the whole price under the attempt's id. An earlier try of the round may have done so: then
 * its reservation is this one's. Throws service_unavailable. What is not answered is noted: once the
 * spend is over, its attempt is fenced and the reservation ended, should there be one.
 */
async function reserve(
  { credits: { ledger } }: OrderDependencies,
  attempt: AttemptName,
  { price, unanswered }: Pick<Work, 'unanswered'> & { readonly price: number },
  call: Call,
): Promise<credits.Reservation | Exclude<Look, { kind: 'spent' }>> {
  const { accountId, attemptId } = attempt;
  const request = { accountId, reservationId: attemptId, millicredits: price };
  for (let tries = 1; ; tries += 1) {
    refuseLate(call);
    try {
      const reservation = await ledger.reserve(request, within(call, RESERVE_TIMEOUT_MS));
      unanswered.delete(attemptId);
      if (reservation.state !== 'RESERVATION_STATE_PENDING') return { kind: 'ended' };
      if (amountOf(reservation) >= price) return reservation;
      // The price rose since the earlier try, whose reservation cannot pay it: the next try begins anew.
      throw endedByAnother('the reservation of an earlier try is of less than the price');
    } catch (error) {
      if (isShortage(error)) return { kind: 'short', refusal: error };
      const isLost = toDomainError(error).code === 'service_unavailable';
      unanswered.set(attemptId, attempt);
      if (isLost && tries < RESERVE_TRIES && remainingMs(call) >= COMMIT_MS) continue;
      throw error;
    }
  }
}

/** Commits the attempt; `undefined` when it has ended already. */
async function commitInTime(
  dependencies: OrderDependencies,
  order: SpendOrder,
  attemptId: string,
  snapshot: SpendSnapshot,
  call: Call,
): Promise<OperationOutcome | undefined> {
  refuseLate(call);
  try {
    const outcome = await commitAttempt(dependencies, order, attemptId, snapshot);
    if (outcome !== undefined) await dependencies.crashPoints?.pass('reveal.committed');
    return outcome;
  } catch (error) {
    // What the database refused with an error of its own is certainly not done; that is a bug, and shows as one.
    throw isPostgresError(error) ? error : outcomeUnknown(error);
  }
}

/**
 * Refuses the operation for good: fences the attempt first, so that nothing of it can be carried out
 * after the refusal. Returns only where it has committed meanwhile.
 */
async function refuse(
  dependencies: OrderDependencies,
  { accountId }: SpendOrder,
  attemptId: string,
  refusal: DomainError,
  call: Call,
): Promise<void> {
  refuseLate(call);
  const timeoutMs = Math.min(remainingMs(call) - COMMIT_MS / 2, FENCE_TIMEOUT_MS);
  const fenced = await fenceAttempt(dependencies, { accountId, attemptId }, { timeoutMs }).catch((error: unknown) => {
    throw endedByAnother('an attempt under way cannot be fenced yet', error);
  });
  if (fenced.kind === 'release') throw refusal;
}

function capExceeded(price: number, maxMillicredits: number): DomainError {
  return new DomainError('credit_cap_exceeded', {
    members: { creditsRequiredMillicredits: price, maxCredits: maxMillicredits / 1000 },
  });
}

/** Another try of the operation is not over, or has just ended this one. */
function endedByAnother(internal: string, cause?: unknown): DomainError {
  return new DomainError('idempotency_key_in_use', {
    detail:
      'An earlier try of this request is still being ended. Retry in a second with the same Idempotency-Key: it is charged once at most.',
    members: { retryAfterSeconds: 1 },
    internal: `spend: ${internal}`,
    cause,
  });
}

/** The caller must not be told that nothing was done. */
function outcomeUnknown(cause: unknown): DomainError {
  return new DomainError('service_unavailable', {
    detail:
      'A part of the service did not answer in time. Retry with the same Idempotency-Key: it is charged once at most.',
    internal: `commit: ${cause instanceof Error ? cause.message : String(cause)}`,
    cause,
  });
}

function refuseLate(call: Call): void {
  if (remainingMs(call) < COMMIT_MS) throw serviceUnavailable('spend: too little time left before the deadline');
}

/** The same call with less time, so that some is left for what follows. */
function within(call: Call, timeoutMs: number): Call {
  return { ...call, deadlineAt: Math.min(call.deadlineAt - COMMIT_MS / 2, Date.now() + timeoutMs) };
}

function amountOf({ includedMillicredits, purchasedMillicredits }: credits.Reservation): number {
  return includedMillicredits + purchasedMillicredits;
}
