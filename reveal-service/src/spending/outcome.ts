import type { reveal } from '@prospecting/protos';
import { eitherInClear, inClear, type InClear } from '../masking/in-clear.js';
import { subjectView } from '../masking/subject-view.js';
import { subjectOutcomes, type PaidOutcome } from '../pricing/outcome.js';
import { leftInClear, totalMillicredits } from '../pricing/plan.js';
import type { SpendFacts } from './facts.js';
import type { Settled } from './operations.js';
import type { Order } from './order.js';

/**
 * What the order would cost, and what the account sees as it is.
 * @param remainingMillicredits `undefined`: no credit subscription
 */
export function quotedOutcome(
  order: Order,
  facts: SpendFacts,
  remainingMillicredits: number | undefined,
): reveal.SpendOutcome {
  const quoted = { subjects: facts.planned, millicredits: 0 };
  return spendOutcome(order, facts, quoted, facts.revealed, remainingMillicredits);
}

/**
 * What the order came to before, and what the account sees now: what the operation revealed is among the facts, unless it has expired since.
 * @param remainingMillicredits `undefined`: no credit subscription
 */
export function repeatedOutcome(
  order: Order,
  facts: SpendFacts,
  settled: Settled,
  remainingMillicredits: number | undefined,
): reveal.SpendOutcome {
  return spendOutcome(order, facts, settled, facts.revealed, remainingMillicredits);
}

/**
 * What the order has just come to, and what the account sees after it: the facts are older than that.
 * @param remainingMillicredits `undefined`: no credit subscription
 */
export function revealedOutcome(
  order: Order,
  facts: SpendFacts,
  settled: Settled,
  remainingMillicredits: number | undefined,
): reveal.SpendOutcome {
  const clear = eitherInClear(inClear(leftInClear(settled.subjects)), facts.revealed);
  return spendOutcome(order, facts, settled, clear, remainingMillicredits);
}

function spendOutcome(
  { subjects }: Order,
  { records }: SpendFacts,
  { subjects: paid, millicredits }: Settled,
  clear: InClear,
  remainingMillicredits: number | undefined,
): reveal.SpendOutcome {
  const outcomes = subjectOutcomes(subjects, paid);
  return {
    // Assigned to the new view, as a second spread in one literal costs V8 more than all the rest. Of a subject that is asked for more than
    // once the outcome is one, and the views are not.
    subjects: subjects.map((subject, index) =>
      Object.assign(subjectView(subject, records, clear), outcomes[index] as PaidOutcome),
    ),
    quotedMillicredits: totalMillicredits(paid),
    chargedMillicredits: millicredits,
    ...(remainingMillicredits !== undefined && { remainingMillicredits }),
  };
}
