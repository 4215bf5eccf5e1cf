import { violates } from '@prospecting/platform/postgres';
import type { Records } from '../masking/records.js';
import { emailHash, revealExpiry } from '../masking/reveal-record.js';
import { plannedReveals, reconcilePlan, type PlannedReveal, type PlannedSubject } from '../pricing/plan.js';
import { fromStoredPlan, toStoredPlan } from '../pricing/stored-plan.js';
import { commitAttempt, type CommittedAttemptRow } from '../sql/commit-attempt.js';
import { deleteOperation } from '../sql/delete-operation.js';
import type { OperationRow } from '../sql/select-spend-snapshot.js';
import type { SpendingDependencies } from './dependencies.js';
import type { SpendOrder } from './order.js';
import type { SpendSnapshot } from './snapshot.js';

/** As long as the gateway keeps responses. After that, the same key starts a new operation. */
const OPERATION_VALIDITY_MS = 24 * 60 * 60 * 1000;

/** The outcome of an operation: the subjects as they were revealed, and the amount charged. */
export interface OperationOutcome {
  readonly subjects: readonly PlannedSubject[];
  readonly millicredits: number;
}

/** Returns the instant up to which operations have expired, inclusive. */
function operationsExpiredAt(now: Date): Date {
  return new Date(now.getTime() - OPERATION_VALIDITY_MS);
}

/** Returns the outcome of an operation that committed within 24 hours. Deletes an older one. */
export async function findOutcome(
  { revealPool, clock }: SpendingDependencies,
  { accountId, operationId }: SpendOrder,
  row: OperationRow | undefined,
): Promise<OperationOutcome | undefined> {
  if (row === undefined) return undefined;
  const expiredAt = operationsExpiredAt(clock.now());
  if (row.at > expiredAt) return outcomeOf(fromStoredPlan(row.planned), row);
  await deleteOperation.run(revealPool, [accountId, operationId, expiredAt]);
  return undefined;
}

/**
 * Commits an attempt in one statement, which is its transaction. Returns `undefined` when it can no
 * longer commit: it has ended, another attempt of the operation has committed, or a planned person
 * was erased in the meantime, whom the next snapshot does not find. After an
 * exception the attempt may or may not have committed: its row tells, once it is fenced.
 */
export async function commitPlan(
  { revealPool, clock }: SpendingDependencies,
  { accountId, operationId, keyId }: SpendOrder,
  attemptId: string,
  { planned, records }: SpendSnapshot,
): Promise<OperationOutcome | undefined> {
  const now = clock.now();
  const reveals = plannedReveals(planned);
  try {
    const [attempt] = await commitAttempt.run(revealPool, [
      accountId,
      attemptId,
      operationId,
      JSON.stringify(toStoredPlan(planned)),
      now,
      revealExpiry(now),
      operationsExpiredAt(now),
      reveals.map((each) => each.kind),
      reveals.map((each) => each.subjectId),
      reveals.map((each) => each.infoType),
      reveals.map((each) => each.millicredits),
      reveals.map((each) => valueHash(accountId, each, records)),
      keyId ?? null,
    ]);
    return attempt && outcomeOf(planned, attempt);
  } catch (error) {
    if (violates(error, 'operations_pkey') || violates(error, 'attempts_pkey')) return undefined;
    throw error;
  }
}

/**
 * Returns the hash by which the account finds the contact again; null for all but contacts'
 * addresses.
 */
function valueHash(accountId: string, { kind, subjectId, infoType }: PlannedReveal, records: Records): Buffer | null {
  if (kind !== 'contact' || infoType !== 'email') return null;
  const email = records.contact.get(subjectId)?.email ?? null;
  if (email === null) throw new Error(`the plan reveals the address of contact ${subjectId}, which has none`);
  return emailHash(accountId, email);
}

function outcomeOf(
  planned: readonly PlannedSubject[],
  { reveals, millicredits }: CommittedAttemptRow,
): OperationOutcome {
  const revealed = reveals.map(([kind, subjectId, infoType]) => ({ kind, subjectId, infoType }));
  return { subjects: reconcilePlan(planned, revealed), millicredits };
}
