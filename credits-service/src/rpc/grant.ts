import { inTransaction } from '@prospecting/platform/postgres';
import type { credits } from '@prospecting/protos';
import { purchaseProblem } from '../ledger/amounts.js';
import { grantPurchased } from '../ledger/balance.js';
import type { CreditsDependencies } from './dependencies.js';
import { toBalance } from './present.js';
import { pendingPurchased } from './pending-purchased.js';
import { touch } from './touch.js';
import { parseAccountId, parseReference, refuse } from './validate.js';

/** Adds purchased credits. Throws validation_failed on `purchased` (amount, or no subscription) or `reference`. */
export async function grant(
  { pool, clock }: CreditsDependencies,
  request: credits.GrantRequest,
): Promise<credits.Balance> {
  const accountId = parseAccountId(request.accountId);
  const reference = parseReference(request.reference);
  const { purchasedMillicredits } = request;
  const now = clock.now();
  const balance = await inTransaction(pool, (client) =>
    touch(client, accountId, now, async (locked) => {
      const pendingMillicredits = await pendingPurchased(client, accountId);
      refuse('purchased', purchaseProblem(purchasedMillicredits, locked, pendingMillicredits));
      return locked === undefined ? undefined : grantPurchased(locked, purchasedMillicredits, reference, now);
    }),
  );
  return toBalance(accountId, balance);
}
