import { inTransaction, type Queryable } from '@prospecting/platform/postgres';
import type { credits } from '@prospecting/protos';
import { purchaseProblem } from '../ledger/amounts.js';
import { grantPurchased, type AccountBalance, type Change } from '../ledger/balance.js';
import { selectGrant } from '../sql/select-grant.js';
import type { CreditsDependencies } from './dependencies.js';
import { toBalance } from './present.js';
import { assertNoProblem, invalidField, parseAccountId, parseReference } from './validate.js';
import { returnablePurchased, withLockedBalance } from './with-locked-balance.js';

interface GrantCommand {
  readonly accountId: string;
  readonly purchasedMillicredits: number;
  readonly reference: string;
  readonly now: Date;
}

/**
 * Adds purchased credits, once for each reference. Repeating a reference with the same amount only
 * returns the balance, so a retry is safe. Throws validation_failed on `purchased` (bad amount, or
 * no subscription) or `reference` (bad, or used for another amount).
 */
export async function grant(
  { pool, clock }: CreditsDependencies,
  { accountId, purchasedMillicredits, reference }: credits.GrantRequest,
): Promise<credits.Balance> {
  const command: GrantCommand = {
    accountId: parseAccountId(accountId),
    purchasedMillicredits,
    reference: parseReference(reference),
    now: clock.now(),
  };
  const balance = await inTransaction(pool, (client) =>
    withLockedBalance(client, command.accountId, command.now, (locked) => planGrant(client, command, locked)),
  );
  return toBalance(command.accountId, balance);
}

/** Looks up the reference under the lock: of two concurrent grants, the second finds the first. */
async function planGrant(
  client: Queryable,
  { accountId, purchasedMillicredits, reference, now }: GrantCommand,
  locked: AccountBalance | undefined,
): Promise<Change | undefined> {
  const [existing] = await selectGrant.run(client, [accountId, reference]);
  if (existing !== undefined) {
    if (existing.purchasedMillicredits !== purchasedMillicredits)
      throw invalidField('reference', 'was used for a grant of another amount');
    return undefined;
  }
  const returnable = await returnablePurchased(client, accountId);
  assertNoProblem('purchased', purchaseProblem(purchasedMillicredits, locked, returnable));
  return locked === undefined ? undefined : grantPurchased(locked, purchasedMillicredits, reference, now);
}
