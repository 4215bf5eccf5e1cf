import type { Queryable } from '@prospecting/platform/postgres';
import { dueReset, type AccountBalance, type Change } from '../ledger/balance.js';
import { lockBalance } from '../sql/lock-balance.js';
import { recordChanges } from './record-changes.js';

/**
 * Touches an account in the caller's transaction: locks its balance, makes the monthly reset if one is due, then the change that
 * `decide` asks for. The lock makes touches of one account go one after another, so the reset is made by the first of them alone.
 * @param decide told the balance after the reset, while it is locked; what it throws undoes the reset too
 * @returns the balance after all, or `undefined` when the account has no subscription and `decide` accepted that
 */
export async function touch(
  client: Queryable,
  accountId: string,
  now: Date,
  decide: (balance: AccountBalance | undefined) => Promise<Change | undefined> = () => Promise.resolve(undefined),
): Promise<AccountBalance | undefined> {
  const [locked] = await lockBalance.run(client, [accountId]);
  if (locked === undefined) {
    await decide(undefined);
    return undefined;
  }
  const reset = dueReset(locked, now);
  const decided = await decide(reset?.balance ?? locked);
  return recordChanges(
    client,
    locked,
    [reset, decided].filter((change) => change !== undefined),
  );
}
