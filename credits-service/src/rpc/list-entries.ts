import type { credits } from '@prospecting/protos';
import { selectEntries } from '../sql/select-entries.js';
import type { CreditsDependencies } from './dependencies.js';
import { toEntry } from './present.js';
import { parseAccountId, refuse } from './validate.js';

const MAX_PAGE_SIZE = 1000;

/** A page of the account's ledger, oldest first; a page that is not full is the last. Throws validation_failed. */
export async function listEntries(
  { pool }: CreditsDependencies,
  { accountId, afterEntryId, limit }: credits.ListEntriesRequest,
): Promise<credits.ListEntriesResponse> {
  const account = parseAccountId(accountId);
  if (!Number.isSafeInteger(afterEntryId) || afterEntryId < 0) refuse('afterEntryId', 'must be 0 or an entry id');
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_SIZE)
    refuse('limit', `must be from 1 to ${MAX_PAGE_SIZE}`);
  const rows = await selectEntries.run(pool, [account, afterEntryId, limit]);
  return { entries: rows.map(toEntry) };
}
