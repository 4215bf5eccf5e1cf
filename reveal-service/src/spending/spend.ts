import { amountOf } from '@prospecting/platform/amounts';
import { DomainError, serviceUnavailable, toDomainError } from '@prospecting/platform/errors';
import { remainingMs, type CallContext } from '@prospecting/platform/grpc';
import { isPostgresError } from '@prospecting/platform/postgres';
import { spread } from '@prospecting/platform/timing';
import type { credits } from '@prospecting/protos';
import { totalMillicredits } from '../pricing/plan.js';
import { fenceAttempt, openRound, type AttemptKey, type Resolution, type Round } from './attempts.js';
import { isShortage, isTransientShortage, readSpendable, resolveReservations } from './credits.js';
import type { OrderDependencies } from './dependencies.js';
import { commitPlan, findOutcome, type OperationOutcome } from './operations.js';
import type { SpendOrder } from './order.js';
import { readSnapshot, type SpendSnapshot } from './snapshot.js';

/*
 * One spend, top to bottom. It reveals everything that the order asks for and charges for it, or it
 * does nothing. Clients retry, processes crash and messages get lost; the operation still takes
 * effect at most once, and a retry learns its outcome.
 *
 * An operation is one request under its Idempotency-Key. A try is one call of `spend` for it;
 * several tries may run concurrently, on several replicas. An attempt is what tries commit; its id
 * is also the id of the reservation that pays for it. To fence an attempt is to record it as
 * aborted, so that it can never commit.
 *
 * The commit of the attempt decides everything: one statement writes the reveals, the attempt and
 * the operation. Money follows it: the price is reserved before, and captured or released after.
 *
 *   ┌──► read a snapshot ──► the operation has committed ────────────────► return its outcome
 *   │          │
 *   │          ├──► the price is above the cap ──► fence ────────────────► credit_cap_exceeded
 *   │          ▼
 *   │   reserve the price ──► the balance is short ──► pause ──► read again
 *   │          │                        └──► short too often ──► fence ──► insufficient_credits
 *   │          ▼
 *   │   commit the attempt ──► committed ──► queue the capture ──────────► return the outcome
 *   │          │
 *   └──────────┘ the attempt has ended already
 *
 * An operation goes through rounds, counted from 0. Each round has one attempt, whose id is derived
 * from the operation and the round. The open round is the first one whose attempt is not on record.
 * An attempt gets on record in two ways, and the first one is final: it commits, or it is fenced.
 * After a fence, a late commit fails on the primary key.
 *
 * - All tries in a round share its attempt and its reservation. A retry continues where a dead try
 *   stopped. Of two live tries, one commits and the other finds the outcome.
 * - A try works in one round only. When its attempt is fenced, it stops with
 *   idempotency_key_in_use. It never moves on to the next round: the operation may have been
 *   refused in between.
 * - An operation is refused only after its attempt is fenced. So a 402 and a 422 are final: nothing
 *   that an earlier try began can take effect after them. A later try uses the next round.
 * - A try enters a round only if it began after the previous round had ended. A try that was held
 *   up while the operation was refused must not carry it out afterwards.
 * - A try that enters a later round first makes sure that the previous round holds no credits.
 * - The attempt's row decides whether its reservation is captured or released. This process
 *   resolves the reservation when it knows the row. The resolution queue fences the attempt when it
 *   does not. Recovery does the same after a crash.
 */

/**
 * Pauses while the balance is short because other requests hold credits: with jitter, 450 ms at
 * most.
 */
const SHORTAGE_PAUSES_MS = [20, 40, 80, 160];
/**
 * Passes beyond those. Each follows an attempt that ended, so the next snapshot shows how it ended.
 */
const EXTRA_PASSES = 3;
/** Timeout of one call of Reserve. The second call repeats the first under the same id. */
const RESERVE_TIMEOUT_MS = 2_500;
const RESERVE_CALLS = 2;
/** Longest wait for a commit under way before its attempt can be fenced. */
const FENCE_TIMEOUT_MS = 3_000;
/** With less time left before the deadline, no new step starts. */
const MIN_REMAINING_MS = 100;
/** Time that every call leaves for the step after it. */
const KEPT_BACK_MS = 50;

/** The result of a spend. */
export interface Spent {
  /** The last snapshot. It is older than the reveals, unless the outcome is repeated. */
  readonly snapshot: SpendSnapshot;
  readonly outcome: OperationOutcome;
  /** True for the outcome of an earlier try. */
  readonly isRepeated: boolean;
  /** The spendable balance afterwards; `undefined` without a credit subscription. */
  readonly remainingMillicredits: number | undefined;
}

/** The result of one pass: from a snapshot to a commit. */
type PassResult =
  | { readonly kind: 'spent'; readonly spent: Spent }
  /** This or another try ended the attempt. The next pass finds out how. */
  | { readonly kind: 'ended' }
  /** The balance cannot pay, perhaps only for now. */
  | { readonly kind: 'short'; readonly refusal: DomainError };

/**
 * Carries out an order. Throws
 * - credit_cap_exceeded and insufficient_credits, both final;
 * - idempotency_key_in_use while an earlier try cannot be ended yet;
 * - service_unavailable when the operation may or may not have taken effect: a retry tells.
 */
export async function spend(dependencies: OrderDependencies, order: SpendOrder, call: CallContext): Promise<Spent> {
  const unanswered = new Map<string, AttemptKey>();
  try {
    return await spendInOneRound(dependencies, order, unanswered, call);
  } finally {
    // A Reserve without an answer may still be carried out, even after its repetition was refused.
    for (const attempt of unanswered.values()) dependencies.resolutions.add({ kind: 'unknown', ...attempt });
  }
}

/** @param unanswered collects the attempts for which a Reserve got no answer, by attempt id */
async function spendInOneRound(
  dependencies: OrderDependencies,
  order: SpendOrder,
  unanswered: Map<string, AttemptKey>,
  call: CallContext,
): Promise<Spent> {
  // The database dates the end of a round. This instant is never later than the database's clock,
  // so a try that began just after a round ended at worst has to be repeated.
  const beganAt = dependencies.clock.databaseNow();
  let round: Round | undefined;
  let shortages = 0;
  for (let passes = 0; passes <= SHORTAGE_PAUSES_MS.length + EXTRA_PASSES; passes += 1) {
    assertTimeLeft(call);
    const snapshot = await readSnapshot(dependencies, order, call, order.operationId);
    const outcome = await findOutcome(dependencies, order, snapshot.operation);
    if (outcome !== undefined) return repeatOutcome(dependencies, order, { snapshot, outcome }, call);

    const open = await openRound(dependencies.revealPool, order.accountId, order.operationId, snapshot.attempts);
    round ??= await enterRound(dependencies, order, { open, beganAt }, call);
    const { attemptId } = round;
    if (open.attemptId !== attemptId) throw keyInUse(`attempt ${attemptId} was fenced`);

    const result = await reserveAndCommit(dependencies, order, { attemptId, snapshot, unanswered }, call);
    if (result.kind === 'spent') return result.spent;
    if (result.kind === 'short') {
      const pauseMs = SHORTAGE_PAUSES_MS[shortages];
      shortages += 1;
      if (pauseMs === undefined || !isTransientShortage(result.refusal))
        await fenceAndRefuse(dependencies, order, attemptId, result.refusal, call);
      else await dependencies.pause(spread(pauseMs));
    }
  }
  throw keyInUse('the attempt kept ending');
}

/** Returns the outcome of an earlier try with the current balance. */
async function repeatOutcome(
  { credits }: OrderDependencies,
  { accountId }: SpendOrder,
  found: Pick<Spent, 'snapshot' | 'outcome'>,
  call: CallContext,
): Promise<Spent> {
  return { ...found, isRepeated: true, remainingMillicredits: await readSpendable(credits, accountId, call) };
}

/**
 * Makes sure that the previous round ended before this try began, so that no refusal came in
 * between, and that it holds no credits: the balance might be short only because of them.
 */
async function enterRound(
  { credits }: OrderDependencies,
  { accountId }: SpendOrder,
  { open, beganAt }: { readonly open: Round; readonly beganAt: Date },
  call: CallContext,
): Promise<Round> {
  const { previous } = open;
  if (previous?.state !== 'aborted') return open;
  if (previous.at > beganAt) throw keyInUse('this try began before the previous round ended');
  const release: Resolution = { kind: 'release', accountId, attemptId: previous.attemptId };
  const unresolved = await resolveReservations(credits, [release], endingWithin(call, RESERVE_TIMEOUT_MS));
  const failure = unresolved.get(release);
  if (failure !== undefined) throw keyInUse('the previous round still holds credits', failure);
  return open;
}

/** What one pass works with. */
interface Pass {
  readonly attemptId: string;
  readonly snapshot: SpendSnapshot;
  readonly unanswered: Map<string, AttemptKey>;
}

/** Compares the price with the cap, reserves it and commits the attempt. */
async function reserveAndCommit(
  dependencies: OrderDependencies,
  order: SpendOrder,
  { attemptId, snapshot, unanswered }: Pass,
  call: CallContext,
): Promise<PassResult> {
  const { credits, crashPoints, resolutions } = dependencies;
  const { accountId } = order;
  const attempt: AttemptKey = { accountId, attemptId };
  const price = totalMillicredits(snapshot.planned);
  // The cap takes precedence over the balance, so it is compared before anything is reserved.
  if (price > order.maxMillicredits) {
    await fenceAndRefuse(dependencies, order, attemptId, capExceeded(price, order.maxMillicredits), call);
    return { kind: 'ended' };
  }
  await crashPoints?.pass('reveal.planned');

  if (price === 0) {
    // The balance is read before the commit: if that fails, nothing has been done.
    const remainingMillicredits = await readSpendable(credits, accountId, call);
    const outcome = await commit(dependencies, order, attemptId, snapshot, call);
    if (outcome === undefined) return { kind: 'ended' };
    return { kind: 'spent', spent: { snapshot, outcome, isRepeated: false, remainingMillicredits } };
  }

  const reserved = await reserve(dependencies, attempt, { price, unanswered }, call);
  if ('kind' in reserved) return reserved;
  try {
    await crashPoints?.pass('reveal.reserved');
    const outcome = await commit(dependencies, order, attemptId, snapshot, call);
    if (outcome === undefined) {
      resolutions.add({ kind: 'unknown', ...attempt });
      return { kind: 'ended' };
    }
    resolutions.add({ kind: 'capture', ...attempt, millicredits: outcome.millicredits });
    const remainingMillicredits = reserved.remainingMillicredits + amountOf(reserved) - outcome.millicredits;
    return { kind: 'spent', spent: { snapshot, outcome, isRepeated: false, remainingMillicredits } };
  } catch (error) {
    // The commit may have succeeded and lost its reply. The attempt's row tells, once it is fenced.
    resolutions.add({ kind: 'unknown', ...attempt });
    throw error;
  }
}

/**
 * Reserves the whole price under the attempt's id. If an earlier try of the round has reserved it,
 * this returns that reservation. Records an attempt whose Reserve got no answer in `unanswered`:
 * after the spend, the attempt is fenced and its reservation resolved, if there is one. Throws
 * service_unavailable.
 */
async function reserve(
  { credits: { ledger } }: OrderDependencies,
  attempt: AttemptKey,
  { price, unanswered }: Pick<Pass, 'unanswered'> & { readonly price: number },
  call: CallContext,
): Promise<credits.Reservation | Exclude<PassResult, { kind: 'spent' }>> {
  const { accountId, attemptId } = attempt;
  const request = { accountId, reservationId: attemptId, millicredits: price };
  for (let calls = 1; ; calls += 1) {
    assertTimeLeft(call);
    try {
      const reservation = await ledger.reserve(request, endingWithin(call, RESERVE_TIMEOUT_MS));
      unanswered.delete(attemptId);
      if (reservation.state !== 'RESERVATION_STATE_PENDING') return { kind: 'ended' };
      if (amountOf(reservation) >= price) return reservation;
      // The price has risen since the earlier try reserved it. The next try uses the next round.
      throw keyInUse('an earlier try reserved less than the current price');
    } catch (error) {
      if (isShortage(error)) return { kind: 'short', refusal: error };
      const isLost = toDomainError(error).code === 'service_unavailable';
      unanswered.set(attemptId, attempt);
      if (isLost && calls < RESERVE_CALLS && remainingMs(call) >= MIN_REMAINING_MS) continue;
      throw error;
    }
  }
}

/** Commits the attempt. Returns `undefined` when it has ended already. */
async function commit(
  dependencies: OrderDependencies,
  order: SpendOrder,
  attemptId: string,
  snapshot: SpendSnapshot,
  call: CallContext,
): Promise<OperationOutcome | undefined> {
  assertTimeLeft(call);
  try {
    const outcome = await commitPlan(dependencies, order, attemptId, snapshot);
    if (outcome !== undefined) await dependencies.crashPoints?.pass('reveal.committed');
    return outcome;
  } catch (error) {
    // An error of the database itself means that nothing was committed. It is a bug, and is shown
    // as one.
    throw isPostgresError(error) ? error : outcomeUnknown(error);
  }
}

/**
 * Refuses the operation. Fences the attempt first, so that nothing of it can take effect after the
 * refusal. Returns only when the attempt has committed in the meantime.
 */
async function fenceAndRefuse(
  dependencies: OrderDependencies,
  { accountId }: SpendOrder,
  attemptId: string,
  refusal: DomainError,
  call: CallContext,
): Promise<void> {
  assertTimeLeft(call);
  const timeoutMs = Math.min(remainingMs(call) - KEPT_BACK_MS, FENCE_TIMEOUT_MS);
  const fenced = await fenceAttempt(dependencies, { accountId, attemptId }, { timeoutMs }).catch((error: unknown) => {
    throw keyInUse('an attempt under way cannot be fenced yet', error);
  });
  if (fenced.kind === 'release') throw refusal;
}

function capExceeded(price: number, maxMillicredits: number): DomainError {
  return new DomainError('credit_cap_exceeded', {
    members: { creditsRequiredMillicredits: price, maxCredits: maxMillicredits / 1000 },
  });
}

/** Another try of the operation has not ended yet, or has just ended this one. */
function keyInUse(internal: string, cause?: unknown): DomainError {
  return new DomainError('idempotency_key_in_use', {
    detail:
      'An earlier try of this request has not ended yet. Retry in a second with the same Idempotency-Key: it is charged once at most.',
    members: { retryAfterSeconds: 1 },
    internal: `spend: ${internal}`,
    cause,
  });
}

/** The operation may have committed, so the answer must not claim that nothing was done. */
function outcomeUnknown(cause: unknown): DomainError {
  return new DomainError('service_unavailable', {
    detail:
      'A part of the service did not answer in time. Retry with the same Idempotency-Key: it is charged once at most.',
    internal: `commit: ${cause instanceof Error ? cause.message : String(cause)}`,
    cause,
  });
}

function assertTimeLeft(call: CallContext): void {
  if (remainingMs(call) < MIN_REMAINING_MS) throw serviceUnavailable('spend: too little time left before the deadline');
}

/** Returns the call with a shorter deadline that leaves time for the next step. */
function endingWithin(call: CallContext, timeoutMs: number): CallContext {
  return { ...call, deadlineAt: Math.min(call.deadlineAt - KEPT_BACK_MS, Date.now() + timeoutMs) };
}
