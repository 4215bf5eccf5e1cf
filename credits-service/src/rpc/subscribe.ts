import { inTransaction } from '@prospecting/platform/postgres';
import type { credits } from '@prospecting/protos';
import { allowanceProblem } from '../ledger/amounts.js';
import { beginSubscription, changeAllowance } from '../ledger/balance.js';
import type { CreditsDependencies } from './dependencies.js';
import { toBalance } from './present.js';
import { recordFirst } from './record-changes.js';
import { assertNoProblem, parseAccountId } from './validate.js';
import { returnablePurchased, withLockedBalance } from './with-locked-balance.js';

/**
 * Begins the account's subscription, or changes its allowance from now on. Repeating the same
 * allowance changes nothing, so a retry is safe. Throws validation_failed on `included`.
 */
export async function subscribe(
  { pool, clock }: CreditsDependencies,
  { accountId, includedMillicredits }: credits.SubscribeRequest,
): Promise<credits.Balance> {
  const account = parseAccountId(accountId);
  assertNoProblem('included', allowanceProblem(includedMillicredits, 0));
  const now = clock.now();
  const balance = await inTransaction(pool, async (client) => {
    // The insert comes first: of two concurrent first subscriptions, one waits here and then finds
    // the balance.
    const begun = beginSubscription(account, includedMillicredits, now);
    if (await recordFirst(client, begun)) return begun.balance;
    return withLockedBalance(client, account, now, async (locked) => {
      if (locked === undefined) return undefined;
      const purchasedMillicredits = locked.purchasedMillicredits + (await returnablePurchased(client, account));
      assertNoProblem('included', allowanceProblem(includedMillicredits, purchasedMillicredits));
      return changeAllowance(locked, includedMillicredits, now);
    });
  });
  return toBalance(account, balance);
}
