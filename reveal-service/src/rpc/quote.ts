import type { Call } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import { readRemaining } from '../spending/credits.js';
import type { OrderDependencies } from '../spending/dependencies.js';
import { parseOrder } from '../spending/order.js';
import { presentQuote } from '../spending/outcome.js';
import { readSnapshot } from '../spending/snapshot.js';

/** What the same order would be charged now; nothing is written. Throws validation_failed, service_unavailable. */
export async function quote(
  dependencies: OrderDependencies,
  request: reveal.QuoteRequest,
  call: Call,
): Promise<reveal.SpendOutcome> {
  const order = parseOrder(request);
  const [snapshot, remainingMillicredits] = await Promise.all([
    readSnapshot(dependencies, order, call),
    readRemaining(dependencies.credits, order.accountId, call),
  ]);
  return presentQuote(order, snapshot, remainingMillicredits);
}
