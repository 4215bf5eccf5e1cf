import type { Queryable } from '@prospecting/platform/postgres';
import type { AccountBalance, Change, LedgerEntry } from '../ledger/balance.js';
import { insertBalance } from '../sql/insert-balance.js';
import { insertEntry } from '../sql/insert-entry.js';
import { updateBalance } from '../sql/update-balance.js';

/**
 * Writes the first balance of an account and its entry, in the caller's transaction.
 * @returns false when the account has a balance already; then it writes nothing
 */
export async function recordFirst(client: Queryable, { balance, entry }: Change): Promise<boolean> {
  const inserted = await insertBalance.run(client, [
    balance.accountId,
    balance.includedMillicredits,
    balance.purchasedMillicredits,
    balance.allowanceMillicredits,
    balance.startedAt,
    balance.renewsAt,
    balance.lastEntryId,
  ]);
  if (inserted.length === 0) return false;
  await recordEntry(client, balance.accountId, entry);
  return true;
}

/**
 * Writes successive changes of a locked balance and their entries, in the caller's transaction.
 * @returns the balance after the last change
 */
export async function recordChanges(
  client: Queryable,
  locked: AccountBalance,
  changes: readonly Change[],
): Promise<AccountBalance> {
  const balance = changes.at(-1)?.balance;
  if (balance === undefined) return locked;
  const updated = await updateBalance.run(client, [
    locked.accountId,
    locked.lastEntryId,
    balance.includedMillicredits,
    balance.purchasedMillicredits,
    balance.allowanceMillicredits,
    balance.overusedMillicredits,
    balance.purchasedSpentMillicredits,
    balance.previousPurchasedSpentMillicredits,
    balance.previousRenewsAt,
    balance.renewsAt,
    balance.lastEntryId,
  ]);
  if (updated.length !== 1) throw new Error(`the balance of ${locked.accountId} changed under its lock`);
  for (const { entry } of changes) await recordEntry(client, locked.accountId, entry);
  return balance;
}

async function recordEntry(client: Queryable, accountId: string, entry: LedgerEntry): Promise<void> {
  await insertEntry.run(client, [
    accountId,
    entry.entryId,
    entry.at,
    entry.kind,
    entry.includedMillicredits,
    entry.purchasedMillicredits,
    entry.reference,
  ]);
}
