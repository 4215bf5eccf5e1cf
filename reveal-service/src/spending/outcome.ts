import type { reveal } from '@prospecting/protos';
import { eitherInClear, inClear, type InClear } from '../masking/in-clear.js';
import { subjectView } from '../masking/subject-view.js';
import { subjectOutcomes, type PaidOutcome } from '../pricing/outcome.js';
import { leftInClear, totalMillicredits } from '../pricing/plan.js';
import type { OperationOutcome } from './operations.js';
import type { Order } from './order.js';
import type { SpendSnapshot } from './snapshot.js';
import type { Spent } from './spend.js';

/**
 * What the order would cost, and what the account sees as it is.
 * @param remainingMillicredits `undefined`: no credit subscription
 */
export function presentQuote(
  order: Order,
  snapshot: SpendSnapshot,
  remainingMillicredits: number | undefined,
): reveal.SpendOutcome {
  const quoted = { subjects: snapshot.planned, millicredits: 0 };
  return present(order, snapshot, quoted, snapshot.revealed, remainingMillicredits);
}

/** What the order came to, and what the account sees after it. */
export function presentSpent(
  order: Order,
  { snapshot, outcome, isRepeated, remainingMillicredits }: Spent,
): reveal.SpendOutcome {
  // What an earlier try revealed is in the snapshot, unless it has expired since; what this one has just
  // revealed is not.
  const clear = isRepeated
    ? snapshot.revealed
    : eitherInClear(inClear(leftInClear(outcome.subjects)), snapshot.revealed);
  return present(order, snapshot, outcome, clear, remainingMillicredits);
}

function present(
  { subjects }: Order,
  { records }: SpendSnapshot,
  { subjects: paid, millicredits }: OperationOutcome,
  clear: InClear,
  remainingMillicredits: number | undefined,
): reveal.SpendOutcome {
  const outcomes = subjectOutcomes(subjects, paid);
  return {
    // Assigned to the new view: a second spread in one literal costs V8 more than all the rest. A subject
    // that is asked for more than once has one outcome, and a view for each appearance.
    subjects: subjects.map((subject, index) =>
      Object.assign(subjectView(subject, records, clear), outcomes[index] as PaidOutcome),
    ),
    quotedMillicredits: totalMillicredits(paid),
    chargedMillicredits: millicredits,
    ...(remainingMillicredits !== undefined && { remainingMillicredits }),
  };
}
