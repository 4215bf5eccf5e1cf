import type { reveal } from '@prospecting/protos';
import { revealedSet, unionOf, type RevealedSet } from '../masking/revealed-set.js';
import { subjectView } from '../masking/subject-view.js';
import { revealedAfter, subjectOutcomes, totalMillicredits, type PaidOutcome } from '../pricing/plan.js';
import type { OperationOutcome } from './operations.js';
import type { Order } from './order.js';
import type { SpendSnapshot } from './snapshot.js';
import type { Spent } from './spend.js';

/**
 * Returns what the order would cost, and what the account sees now.
 * @param remainingMillicredits `undefined` without a credit subscription
 */
export function presentQuote(
  order: Order,
  snapshot: SpendSnapshot,
  remainingMillicredits: number | undefined,
): reveal.SpendOutcome {
  const quoted = { subjects: snapshot.planned, millicredits: 0 };
  return present(order, snapshot, quoted, snapshot.revealed, remainingMillicredits);
}

/** Returns what the order cost, and what the account sees after it. */
export function presentSpent(
  order: Order,
  { snapshot, outcome, isRepeated, remainingMillicredits }: Spent,
): reveal.SpendOutcome {
  // The snapshot contains what an earlier try revealed, unless it has expired since. It does not
  // contain what this try has just revealed.
  const revealed = isRepeated
    ? snapshot.revealed
    : unionOf(revealedSet(revealedAfter(outcome.subjects)), snapshot.revealed);
  return present(order, snapshot, outcome, revealed, remainingMillicredits);
}

function present(
  { subjects }: Order,
  { records }: SpendSnapshot,
  { subjects: paid, millicredits }: OperationOutcome,
  revealed: RevealedSet,
  remainingMillicredits: number | undefined,
): reveal.SpendOutcome {
  const outcomes = subjectOutcomes(subjects, paid);
  return {
    // Object.assign, because a second spread in one literal costs V8 more than all the rest. A
    // subject with several entries has one outcome and a view for each entry.
    subjects: subjects.map((subject, index) =>
      Object.assign(subjectView(subject, records, revealed), outcomes[index] as PaidOutcome),
    ),
    quotedMillicredits: totalMillicredits(paid),
    chargedMillicredits: millicredits,
    ...(remainingMillicredits !== undefined && { remainingMillicredits }),
  };
}
