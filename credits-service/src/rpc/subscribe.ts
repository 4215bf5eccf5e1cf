import { inTransaction } from '@prospecting/platform/postgres';
import type { credits } from '@prospecting/protos';
import { allowanceProblem } from '../ledger/amounts.js';
import { beginSubscription, changeAllowance } from '../ledger/balance.js';
import type { CreditsDependencies } from './dependencies.js';
import { toBalance } from './present.js';
import { recordFirst } from './record-changes.js';
import { returnablePurchased } from './returnable-purchased.js';
import { touch } from './touch.js';
import { parseAccountId, refuse } from './validate.js';

/**
 * Begins the account's subscription, or changes its allowance from now on. The same allowance again changes nothing, so a retry is
 * safe. Throws validation_failed on `included`.
 */
export async function subscribe(
  { pool, clock }: CreditsDependencies,
  { accountId, includedMillicredits }: credits.SubscribeRequest,
): Promise<credits.Balance> {
  const account = parseAccountId(accountId);
  refuse('included', allowanceProblem(includedMillicredits, 0));
  const now = clock.now();
  const balance = await inTransaction(pool, async (client) => {
    // Inserting comes first: of two that begin at once, the other waits here and then finds the balance.
    const begun = beginSubscription(account, includedMillicredits, now);
    if (await recordFirst(client, begun)) return begun.balance;
    return touch(client, account, now, async (locked) => {
      if (locked === undefined) return undefined;
      const purchasedMillicredits = locked.purchasedMillicredits + (await returnablePurchased(client, account));
      refuse('included', allowanceProblem(includedMillicredits, purchasedMillicredits));
      return changeAllowance(locked, includedMillicredits, now);
    });
  });
  return toBalance(account, balance);
}
