import { violates } from '@prospecting/platform/postgres';
import type { Records } from '../masking/records.js';
import { emailHash, revealExpiry } from '../masking/reveal-record.js';
import { plannedReveals, settlePlan, type PlannedReveal, type PlannedSubject } from '../pricing/plan.js';
import type { InfoType, Subject } from '../pricing/prices.js';
import { commitAttempt as commitStatement, type CommittedAttempt } from '../sql/commit-attempt.js';
import { deleteOperation } from '../sql/delete-operation.js';
import type { OperationRow } from '../sql/select-spend-snapshot.js';
import type { SpendingDependencies } from './dependencies.js';
import type { SpendOrder } from './order.js';
import type { SpendSnapshot } from './snapshot.js';

/** As long as the gateway keeps responses: after that the same key begins something new. */
const OPERATION_VALIDITY_MS = 24 * 60 * 60 * 1000;

/** What an operation came to: the subjects as they were revealed, and what that cost. */
export interface OperationOutcome {
  readonly subjects: readonly PlannedSubject[];
  readonly millicredits: number;
}

/** Operations of this instant or before do not count any more. */
function operationsCountAfter(now: Date): Date {
  return new Date(now.getTime() - OPERATION_VALIDITY_MS);
}

/** What the operation came to if it has committed within 24 hours; an older one is removed. */
export async function findOutcome(
  { revealPool, clock }: SpendingDependencies,
  { accountId, operationId }: SpendOrder,
  row: OperationRow | undefined,
): Promise<OperationOutcome | undefined> {
  if (row === undefined) return undefined;
  const countsAfter = operationsCountAfter(clock.now());
  if (row.at > countsAfter) return outcomeOf(row.planned, row);
  await deleteOperation.run(revealPool, [accountId, operationId, countsAfter]);
  return undefined;
}

/**
 * Commits an attempt in one statement, which is its transaction; `undefined` when it cannot commit any
 * more: it has ended already, or another attempt of the operation has committed. Anything thrown leaves
 * open whether it has committed: the attempt's row tells, once it is fenced.
 */
export async function commitAttempt(
  { revealPool, clock }: SpendingDependencies,
  { accountId, operationId }: SpendOrder,
  attemptId: string,
  { planned, records }: SpendSnapshot,
): Promise<OperationOutcome | undefined> {
  const now = clock.now();
  const reveals = plannedReveals(planned);
  try {
    const [attempt] = await commitStatement.run(revealPool, [
      accountId,
      attemptId,
      operationId,
      JSON.stringify(planned),
      now,
      revealExpiry(now),
      operationsCountAfter(now),
      reveals.map((each) => each.kind),
      reveals.map((each) => each.subjectId),
      reveals.map((each) => each.infoType),
      reveals.map((each) => each.millicredits),
      reveals.map((each) => valueHash(accountId, each, records)),
    ]);
    if (attempt === undefined) throw new Error(`attempt ${attemptId} committed without a row`);
    return outcomeOf(planned, attempt);
  } catch (error) {
    if (violates(error, 'operations_pkey') || violates(error, 'attempts_pkey')) return undefined;
    throw error;
  }
}

/** A contact's address is remembered, so that the account finds the contact by it. */
function valueHash(accountId: string, { kind, subjectId, infoType }: PlannedReveal, records: Records): Buffer | null {
  if (kind !== 'contact' || infoType !== 'email') return null;
  const email = records.contact.get(subjectId)?.email ?? null;
  if (email === null) throw new Error(`contact ${subjectId} was planned without an address`);
  return emailHash(accountId, email);
}

/** A plan, as the attempt that carried it out left it. */
function outcomeOf(planned: readonly PlannedSubject[], { reveals, millicredits }: CommittedAttempt): OperationOutcome {
  const revealed = reveals.map(([kind, subjectId, infoType]) => ({
    kind: kind as Subject,
    subjectId,
    infoType: infoType as InfoType,
  }));
  return { subjects: settlePlan(planned, revealed), millicredits };
}
