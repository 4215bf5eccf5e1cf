import type { credits } from '@prospecting/protos';
import { selectEntries } from '../sql/select-entries.js';
import type { CreditsDependencies } from './dependencies.js';
import { toEntry } from './present.js';
import { assertPageLimit, invalidField, parseAccountId } from './validate.js';

/**
 * Returns a page of the account's ledger, oldest first. A page that is not full is the last. Throws
 * validation_failed.
 */
export async function listEntries(
  { pool }: CreditsDependencies,
  { accountId, afterEntryId, limit }: credits.ListEntriesRequest,
): Promise<credits.ListEntriesResponse> {
  const account = parseAccountId(accountId);
  if (!Number.isSafeInteger(afterEntryId) || afterEntryId < 0)
    throw invalidField('afterEntryId', 'must be 0 or an entry id');
  assertPageLimit(limit);
  const rows = await selectEntries.run(pool, [account, afterEntryId, limit]);
  return { entries: rows.map(toEntry) };
}
