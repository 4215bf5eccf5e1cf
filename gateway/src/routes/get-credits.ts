import type { CreditBalance } from '@prospecting/openapi';
import { toCredits } from '@prospecting/platform/amounts';
import type { credits } from '@prospecting/protos';
import { spendableMillicredits } from './batch.js';
import { defineOperation, type Operation, type RouteOptions } from './operation.js';

/** GET /credits */
export function getCredits({ reads }: Pick<RouteOptions, 'reads'>): Operation {
  return defineOperation({
    operationId: 'get_credits',
    searches: false,
    reveals: 'never',
    showsBalance: true,
    async answer({ key, call }) {
      const balance = await reads.getBalance(key.account.id, call);
      return {
        body: presentBalance(balance),
        creditsRemainingMillicredits: spendableMillicredits(balance),
      };
    },
  });
}

/**
 * Returns the balance object. Without a credit subscription everything is 0, even with purchased
 * credits.
 */
export function presentBalance(balance: credits.Balance): CreditBalance {
  const total = spendableMillicredits(balance);
  if (total === null) return { included: 0, purchased: 0, total: 0 };
  return {
    included: toCredits(balance.includedMillicredits),
    purchased: toCredits(balance.purchasedMillicredits),
    total: toCredits(total),
  };
}
