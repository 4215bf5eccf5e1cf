import { spendableMillicredits } from '../batch.js';
import { defineOperation, type Operation, type RouteOptions } from '../operation.js';
import { presentBalance } from './present.js';

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
