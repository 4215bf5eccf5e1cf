import { inTransaction, type Queryable } from '@prospecting/platform/postgres';
import type { credits } from '@prospecting/protos';
import { purchaseProblem } from '../ledger/amounts.js';
import { grantPurchased, type AccountBalance, type Change } from '../ledger/balance.js';
import { selectGrant } from '../sql/select-grant.js';
import type { CreditsDependencies } from './dependencies.js';
import { toBalance } from './present.js';
import { returnablePurchased } from './returnable-purchased.js';
import { touch } from './touch.js';
import { parseAccountId, parseReference, refuse } from './validate.js';

interface Wanted {
  readonly accountId: string;
  readonly purchasedMillicredits: number;
  readonly reference: string;
  readonly now: Date;
}

/**
 * Adds purchased credits, once for each reference: the same reference with the same amount again only
 * answers the balance, so that a retry is safe. Throws validation_failed on `purchased` (amount, or no
 * subscription) or `reference` (none, or used for another amount).
 */
export async function grant(
  { pool, clock }: CreditsDependencies,
  { accountId, purchasedMillicredits, reference }: credits.GrantRequest,
): Promise<credits.Balance> {
  const wanted: Wanted = {
    accountId: parseAccountId(accountId),
    purchasedMillicredits,
    reference: parseReference(reference),
    now: clock.now(),
  };
  const balance = await inTransaction(pool, (client) =>
    touch(client, wanted.accountId, wanted.now, (locked) => decide(client, wanted, locked)),
  );
  return toBalance(wanted.accountId, balance);
}

/** Looks for the reference under the lock: of two grants at once, the second finds the first. */
async function decide(
  client: Queryable,
  { accountId, purchasedMillicredits, reference, now }: Wanted,
  locked: AccountBalance | undefined,
): Promise<Change | undefined> {
  const [made] = await selectGrant.run(client, [accountId, reference]);
  if (made !== undefined) {
    if (made.purchasedMillicredits !== purchasedMillicredits)
      refuse('reference', 'was used for a grant of another amount');
    return undefined;
  }
  const returnable = await returnablePurchased(client, accountId);
  refuse('purchased', purchaseProblem(purchasedMillicredits, locked, returnable));
  return locked === undefined ? undefined : grantPurchased(locked, purchasedMillicredits, reference, now);
}
