import { settlePlan, type PlannedSubject } from '../pricing/plan.js';
import type { InfoType, Subject } from '../pricing/prices.js';
import type { CommittedAttempt } from '../sql/commit-attempt.js';
import { deleteOperation } from '../sql/delete-operation.js';
import type { OperationRow } from '../sql/select-spend-snapshot.js';
import type { SpendingDependencies } from './dependencies.js';
import type { SpendOrder } from './order.js';

/** As long as the gateway keeps responses: after that the same key begins something new. */
const OPERATION_VALIDITY_MS = 24 * 60 * 60 * 1000;

/** What an operation came to: the subjects as they were revealed, and what that cost. */
export interface OperationOutcome {
  readonly subjects: readonly PlannedSubject[];
  readonly millicredits: number;
}

/** Operations of this instant or before do not count any more. */
export function operationsCountAfter(now: Date): Date {
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

/** A plan, as the attempt that carried it out left it. */
export function outcomeOf(
  planned: readonly PlannedSubject[],
  { reveals, millicredits }: CommittedAttempt,
): OperationOutcome {
  const revealed = reveals.map(([kind, subjectId, infoType]) => ({
    kind: kind as Subject,
    subjectId,
    infoType: infoType as InfoType,
  }));
  return { subjects: settlePlan(planned, revealed), millicredits };
}
