import { mapBounded } from '@prospecting/platform/batching';
import { inTransaction } from '@prospecting/platform/postgres';
import type { credits } from '@prospecting/protos';
import { selectBalance } from '../sql/select-balance.js';
import type { CreditsDependencies } from './dependencies.js';
import { toBalance } from './present.js';
import { parseAccountId } from './validate.js';
import { withLockedBalance } from './with-locked-balance.js';

/**
 * Concurrent statements of one request, so that one coalesced request does not take the whole pool.
 */
const MAX_ACCOUNTS_IN_FLIGHT = 3;

/**
 * Returns the balance of each account, in request order, after the monthly reset where one is due.
 */
export async function getBalances(
  dependencies: CreditsDependencies,
  { accountIds }: credits.GetBalancesRequest,
): Promise<credits.GetBalancesResponse> {
  const distinct = [...new Set(accountIds)];
  const balances = await mapBounded(distinct, MAX_ACCOUNTS_IN_FLIGHT, (accountId) =>
    getBalance(dependencies, accountId),
  );
  const byAccount = new Map(distinct.map((accountId, index) => [accountId, balances[index] as credits.Balance]));
  return { balances: accountIds.map((accountId) => byAccount.get(accountId) as credits.Balance) };
}

/** Runs one statement and takes no lock, except once a month, when the reset is due. */
async function getBalance({ pool, clock }: CreditsDependencies, id: string): Promise<credits.Balance> {
  const accountId = parseAccountId(id);
  const now = clock.now();
  const [balance] = await selectBalance.run(pool, [accountId]);
  if (balance === undefined || balance.renewsAt > now) return toBalance(accountId, balance);
  return toBalance(accountId, await inTransaction(pool, (client) => withLockedBalance(client, accountId, now)));
}
