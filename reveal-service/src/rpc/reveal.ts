import type { CallContext } from '@prospecting/platform/grpc';
import type { reveal as protos } from '@prospecting/protos';
import type { OrderDependencies } from '../spending/dependencies.js';
import { parseSpendOrder } from '../spending/order.js';
import { presentSpent } from '../spending/outcome.js';
import { spend } from '../spending/spend.js';

/**
 * Reveals every subject and charges for it, or does nothing. Throws validation_failed and the
 * errors of `spend`.
 */
export async function reveal(
  dependencies: OrderDependencies,
  request: protos.RevealRequest,
  call: CallContext,
): Promise<protos.SpendOutcome> {
  const order = parseSpendOrder(request);
  const spent = await spend(dependencies, order, call);
  dependencies.metrics.charge(spent);
  return presentSpent(order, spent);
}
