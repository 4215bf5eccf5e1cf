import { mapBounded } from '@prospecting/platform/batching';
import type { Accounts } from '../../accounts/index.js';
import { auditAccount, type AccountAudit } from './audit-account.js';
import type { AuditOptions } from './difference.js';
import type { Books } from './read-books.js';

/** In one page; what is found is told after each. */
const ACCOUNTS_IN_PAGE = 100;
const ACCOUNTS_IN_FLIGHT = 4;

/**
 * Audits every account that has a balance, then those that never had one, in pages: nothing may have been paid or revealed for them either.
 * Errors: service_unavailable.
 */
export async function* audit(
  books: Books,
  accounts: Pick<Accounts, 'list'>,
  options: AuditOptions,
): AsyncGenerator<readonly AccountAudit[], void> {
  const auditAll = (accountIds: readonly string[]): Promise<AccountAudit[]> =>
    mapBounded(accountIds, ACCOUNTS_IN_FLIGHT, (accountId) => auditAccount(books, accountId, options));

  let afterAccountId = '';
  for (let full = true; full;) {
    const request = { afterAccountId, limit: ACCOUNTS_IN_PAGE };
    const { accountIds } = await books.creditsReader.listAccounts(request, books.newCall());
    yield await auditAll(accountIds);
    afterAccountId = accountIds.at(-1) ?? '';
    full = accountIds.length === ACCOUNTS_IN_PAGE;
  }

  let afterId: string | undefined;
  for (let full = true; full;) {
    const page = await accounts.list(ACCOUNTS_IN_PAGE, afterId);
    yield await auditAll(
      await withoutBalance(
        books,
        page.map(({ id }) => id),
      ),
    );
    afterId = page.at(-1)?.id;
    full = page.length === ACCOUNTS_IN_PAGE;
  }
}

async function withoutBalance({ creditsReader, newCall }: Books, accountIds: string[]): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const { balances } = await creditsReader.getBalances({ accountIds }, newCall());
  // Absent is null over gRPC and undefined in one process.
  return balances.filter(({ subscription }) => (subscription ?? null) === null).map(({ accountId }) => accountId);
}
