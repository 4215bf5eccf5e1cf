import type { Queryable } from '@prospecting/platform/postgres';
import { dueReset, type AccountBalance, type Change } from '../ledger/balance.js';
import { lockBalance } from '../sql/lock-balance.js';
import { selectReturnablePurchased } from '../sql/select-returnable-purchased.js';
import { recordChanges } from './record-changes.js';

/**
 * Locks an account's balance in the caller's transaction, makes the monthly reset if one is due,
 * and then makes the change that `planChange` returns. The lock makes changes of one account
 * serial, so only the first of them makes the reset.
 * @param planChange Called under the lock with the balance after the reset. If it throws, the
 * transaction rolls back and the reset with it.
 * @returns the final balance, or `undefined` when the account has no subscription
 */
export async function withLockedBalance(
  client: Queryable,
  accountId: string,
  now: Date,
  planChange: (balance: AccountBalance | undefined) => Promise<Change | undefined> = () => Promise.resolve(undefined),
): Promise<AccountBalance | undefined> {
  const [locked] = await lockBalance.run(client, [accountId]);
  if (locked === undefined) {
    await planChange(undefined);
    return undefined;
  }
  const reset = dueReset(locked, now);
  const planned = await planChange(reset?.balance ?? locked);
  return recordChanges(
    client,
    locked,
    [reset, planned].filter((change) => change !== undefined),
  );
}

/**
 * Returns the purchased credits, in millicredits, that may still come back to an account. A balance
 * must have room for them, so that a release never overflows it. The sum holds while the caller's
 * transaction locks the balance.
 */
export async function returnablePurchased(client: Queryable, accountId: string): Promise<number> {
  const [row] = await selectReturnablePurchased.run(client, [accountId]);
  return row?.millicredits ?? 0;
}
