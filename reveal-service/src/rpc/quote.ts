import type { Call } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import { readFacts } from '../spending/facts.js';
import { parseOrder } from '../spending/order.js';
import { quotedOutcome } from '../spending/outcome.js';
import { readRemaining } from '../spending/reserve.js';
import type { RevealDependencies } from '../spending/settlement-queue.js';

/** What the same order would be charged now; nothing is written. Throws validation_failed, service_unavailable. */
export async function quote(
  dependencies: RevealDependencies,
  request: reveal.QuoteRequest,
  call: Call,
): Promise<reveal.SpendOutcome> {
  const order = parseOrder(request);
  const [facts, remainingMillicredits] = await Promise.all([
    readFacts(dependencies, order, call),
    readRemaining(dependencies, order.accountId, call),
  ]);
  return quotedOutcome(order, facts, remainingMillicredits);
}
