import type { CreditBalance } from '@prospecting/openapi';
import type { credits } from '@prospecting/protos';
import { spendableMillicredits } from '../batch.js';
import { toCredits } from '../millicredits.js';

/** The balance; all 0 without a credit subscription, whatever the ledger holds. */
export function presentBalance(balance: credits.Balance): CreditBalance {
  const total = spendableMillicredits(balance);
  if (total === null) return { included: 0, purchased: 0, total: 0 };
  return {
    included: toCredits(balance.includedMillicredits),
    purchased: toCredits(balance.purchasedMillicredits),
    total: toCredits(total),
  };
}
