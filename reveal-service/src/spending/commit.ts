import { violates } from '@prospecting/platform/postgres';
import { emailHash } from '../masking/email-hash.js';
import type { Records } from '../masking/records.js';
import { revealExpiry } from '../masking/validity.js';
import { plannedReveals, type PlannedReveal } from '../pricing/plan.js';
import { commitAttempt as commitStatement } from '../sql/commit-attempt.js';
import type { SpendingDependencies } from './dependencies.js';
import { operationsCountAfter, outcomeOf, type OperationOutcome } from './operations.js';
import type { SpendOrder } from './order.js';
import type { SpendSnapshot } from './snapshot.js';

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
