import type { credits } from '@prospecting/protos';
import { selectAccounts } from '../sql/select-accounts.js';
import type { CreditsDependencies } from './dependencies.js';
import { assertPageLimit, parseAfterId } from './validate.js';

/**
 * Returns a page of the accounts that have a balance. A page that is not full is the last. Throws
 * validation_failed.
 */
export async function listAccounts(
  { pool }: CreditsDependencies,
  { afterAccountId, limit }: credits.ListAccountsRequest,
): Promise<credits.ListAccountsResponse> {
  const after = parseAfterId('afterAccountId', afterAccountId);
  assertPageLimit(limit);
  const rows = await selectAccounts.run(pool, [after, limit]);
  return { accountIds: rows.map((row) => row.accountId) };
}
