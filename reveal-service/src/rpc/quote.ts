import type { Call } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import { subjectOutcomes } from '../pricing/outcome.js';
import { totalMillicredits, type PlannedSubject } from '../pricing/plan.js';
import type { SpendingDependencies } from '../spending/dependencies.js';
import { readPlan } from '../spending/facts.js';
import { parseOrder, type Order } from '../spending/order.js';
import { readRemaining } from '../spending/reserve.js';

/** What the same order would be charged now; nothing is written. Throws validation_failed, service_unavailable. */
export async function quote(
  dependencies: SpendingDependencies,
  request: reveal.QuoteRequest,
  call: Call,
): Promise<reveal.SpendOutcome> {
  const order = parseOrder(request);
  const [planned, remainingMillicredits] = await Promise.all([
    readPlan(dependencies, order),
    readRemaining(dependencies, order.accountId, call),
  ]);
  return toSpendOutcome(order, planned, 0, remainingMillicredits);
}

/** @param remainingMillicredits `undefined`: no credit subscription */
export function toSpendOutcome(
  order: Order,
  { subjects }: { readonly subjects: readonly PlannedSubject[] },
  chargedMillicredits: number,
  remainingMillicredits: number | undefined,
): reveal.SpendOutcome {
  return {
    subjects: subjectOutcomes(order.subjects, subjects),
    quotedMillicredits: totalMillicredits(subjects),
    chargedMillicredits,
    ...(remainingMillicredits !== undefined && { remainingMillicredits }),
  };
}
