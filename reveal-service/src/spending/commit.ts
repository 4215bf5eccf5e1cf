import { violates } from '@prospecting/platform/postgres';
import { emailHash } from '../masking/email-hash.js';
import type { Records } from '../masking/records.js';
import { revealExpiry } from '../masking/validity.js';
import { plannedReveals, type PlannedReveal } from '../pricing/plan.js';
import { commitAttempt } from '../sql/commit-attempt.js';
import type { SpendingDependencies } from './dependencies.js';
import type { SpendFacts } from './facts.js';
import { operationsCountAfter, settled, type Settled } from './operations.js';
import type { SpendOrder } from './order.js';

/** Why an attempt cannot commit, ever: another attempt of the operation has, or recovery has aborted this one. */
export type Overtaken = 'operation_committed' | 'attempt_aborted';

/**
 * Commits an attempt in one statement, which is its transaction. Anything thrown leaves open whether it has committed: the attempt's row
 * tells, once it is fenced (see resolveAttempt).
 */
export async function commit(
  { revealPool, clock }: SpendingDependencies,
  { accountId, operationId }: SpendOrder,
  attemptId: string,
  { planned, records }: SpendFacts,
): Promise<Settled | Overtaken> {
  const now = clock.now();
  const reveals = plannedReveals(planned);
  try {
    const [attempt] = await commitAttempt.run(revealPool, [
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
    return settled(planned, attempt);
  } catch (error) {
    if (violates(error, 'operations_pkey')) return 'operation_committed';
    if (violates(error, 'attempts_pkey')) return 'attempt_aborted';
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
