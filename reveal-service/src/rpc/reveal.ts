import { DomainError, serviceUnavailable } from '@prospecting/platform/errors';
import type { Call } from '@prospecting/platform/grpc';
import { isPostgresError } from '@prospecting/platform/postgres';
import type { reveal as protos } from '@prospecting/protos';
import { totalMillicredits } from '../pricing/plan.js';
import { commit } from '../spending/commit.js';
import type { SpendingDependencies } from '../spending/dependencies.js';
import { readFacts, type SpendFacts } from '../spending/facts.js';
import { outcomeOf, type Settled } from '../spending/operations.js';
import { parseSpendOrder, type SpendOrder } from '../spending/order.js';
import { repeatedOutcome, revealedOutcome } from '../spending/outcome.js';
import { mayPassSoon, readRemaining, refuseLate, reserve } from '../spending/reserve.js';
import type { RevealDependencies } from '../spending/settlement-queue.js';

/**
 * Pauses before planning again, when the balance could not pay and that may be due to open reservations for the same subjects: once they
 * are committed, the rest costs less. Short, as mostly the balance is simply too low.
 */
const REPLAN_PAUSES_MS = [20, 40, 80, 160];

/** An order that was carried out, and what could be spent after it. */
interface Done {
  readonly settled: Settled;
  readonly remainingMillicredits: number | undefined;
}

/** An attempt that did nothing and never will; planning anew may end otherwise. */
interface Undone {
  readonly reason: DomainError;
  readonly isWorthWaiting: boolean;
}

/**
 * Reveals every subject and charges for it, or does nothing: reserve, commit the reveals, capture. The commit is the point of truth;
 * whatever fails before it is released, whatever fails after it is captured, if not here then by recovery.
 */
export async function reveal(
  dependencies: RevealDependencies,
  request: protos.RevealRequest,
  call: Call,
): Promise<protos.SpendOutcome> {
  const order = parseSpendOrder(request);
  for (let round = 0; ; round += 1) {
    const facts = await readFacts(dependencies, order, call, order.operationId);
    const operation = await outcomeOf(dependencies, order, facts.operation);
    if (operation !== undefined) {
      return repeatedOutcome(order, facts, operation, await readRemaining(dependencies, order.accountId, call));
    }
    refuseAboveCap(order, facts);
    await dependencies.crashPoints?.pass('reveal.planned');
    const result = await attempt(dependencies, order, facts, call);
    if ('settled' in result) return revealedOutcome(order, facts, result.settled, result.remainingMillicredits);
    const pauseMs = REPLAN_PAUSES_MS[round];
    if (pauseMs === undefined) throw result.reason;
    if (result.isWorthWaiting) await dependencies.pause(pauseMs * (0.5 + Math.random()));
    refuseLate(call);
  }
}

/** The cap is named before the balance, so it is compared before anything is reserved. */
function refuseAboveCap({ maxMillicredits }: SpendOrder, { planned }: SpendFacts): void {
  const millicredits = totalMillicredits(planned);
  if (millicredits <= maxMillicredits) return;
  throw new DomainError('credit_cap_exceeded', {
    members: { creditsRequiredMillicredits: millicredits, maxCredits: maxMillicredits / 1000 },
  });
}

async function attempt(
  dependencies: RevealDependencies,
  order: SpendOrder,
  facts: SpendFacts,
  call: Call,
): Promise<Done | Undone> {
  const { accountId } = order;
  const millicredits = totalMillicredits(facts.planned);
  const name = { accountId, attemptId: dependencies.newId() };
  if (millicredits === 0) {
    // Nothing to pay. The balance is read first: if it cannot be, nothing has been done.
    const remainingMillicredits = await readRemaining(dependencies, accountId, call);
    const settled = await commitWithin(dependencies, order, name.attemptId, facts, call);
    return typeof settled === 'string' ? overtaken(settled) : { settled, remainingMillicredits };
  }
  try {
    const reservation = await reserve(dependencies, name, millicredits, call);
    // Recovery was quicker: a reply was lost, and by the time of the next one the attempt had been aborted.
    if (reservation.state !== 'RESERVATION_STATE_PENDING') return overtaken('attempt_aborted');
    const settled = await commitReserved(dependencies, order, name.attemptId, facts, call);
    if (typeof settled === 'string') return overtaken(settled);
    const rest = millicredits - settled.millicredits;
    return { settled, remainingMillicredits: reservation.remainingMillicredits + rest };
  } catch (error) {
    if (mayPassSoon(error)) return { reason: error, isWorthWaiting: true };
    throw error;
  }
}

type Committed = Awaited<ReturnType<typeof commit>>;

/** Commits, and hands the reservation on to be captured, released, or resolved as the attempt's row will say. */
async function commitReserved(
  dependencies: RevealDependencies,
  order: SpendOrder,
  attemptId: string,
  facts: SpendFacts,
  call: Call,
): Promise<Committed> {
  const { accountId } = order;
  const { settlements, crashPoints } = dependencies;
  try {
    await crashPoints?.pass('reveal.reserved');
    const settled = await commitWithin(dependencies, order, attemptId, facts, call);
    if (typeof settled === 'string') settlements.add({ kind: 'release', accountId, attemptId });
    else settlements.add({ kind: 'capture', accountId, attemptId, millicredits: settled.millicredits });
    return settled;
  } catch (error) {
    // It may have committed: a lost reply is no answer. Not here, but by the attempt's row, it is found out.
    settlements.add({ kind: 'unknown', accountId, attemptId });
    throw error;
  }
}

async function commitWithin(
  dependencies: SpendingDependencies,
  order: SpendOrder,
  attemptId: string,
  facts: SpendFacts,
  call: Call,
): Promise<Committed> {
  refuseLate(call);
  try {
    const settled = await commit(dependencies, order, attemptId, facts);
    if (typeof settled !== 'string') await dependencies.crashPoints?.pass('reveal.committed');
    return settled;
  } catch (error) {
    // What the database refused with an error of its own is certainly not done; that is a bug, and shows as one.
    throw isPostgresError(error) ? error : outcomeUnknown(error);
  }
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

/** The next round finds the operation's outcome, or tries under a new attempt id. */
function overtaken(by: Exclude<Committed, Settled>): Undone {
  return { reason: serviceUnavailable(`reveal: ${by}, too often`), isWorthWaiting: false };
}
