import type { CallContext } from '@prospecting/platform/grpc';
import type { reveal } from '@prospecting/protos';
import { readSpendable } from '../spending/credits.js';
import type { OrderDependencies } from '../spending/dependencies.js';
import { parseOrder } from '../spending/order.js';
import { presentQuote } from '../spending/outcome.js';
import { readSnapshot } from '../spending/snapshot.js';

/**
 * Returns what the same order would cost now, and writes nothing. Throws validation_failed,
 * service_unavailable.
 */
export async function quote(
  dependencies: OrderDependencies,
  request: reveal.QuoteRequest,
  call: CallContext,
): Promise<reveal.SpendOutcome> {
  const order = parseOrder(request);
  const [snapshot, remainingMillicredits] = await Promise.all([
    readSnapshot(dependencies, order, call),
    readSpendable(dependencies.credits, order.accountId, call),
  ]);
  return presentQuote(order, snapshot, remainingMillicredits);
}
