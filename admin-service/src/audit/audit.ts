import { mapBounded } from '@prospecting/platform/batching';
import type { Accounts } from '../accounts/accounts.js';
import { auditAccount, type AccountAudit } from './audit-account.js';
import type { AuditOptions } from './difference.js';
import type { Books } from './read-books.js';

/** Accounts in one page. The findings are yielded after each page. */
const ACCOUNTS_IN_PAGE = 100;
const ACCOUNTS_IN_FLIGHT = 4;

/**
 * Audits, in pages, every account that has a balance, then the accounts without a subscription:
 * nothing may have been paid or revealed for those. Throws `service_unavailable`.
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
      await filterWithoutBalance(
        books,
        page.map(({ id }) => id),
      ),
    );
    afterId = page.at(-1)?.id;
    full = page.length === ACCOUNTS_IN_PAGE;
  }
}

async function filterWithoutBalance({ creditsReader, newCall }: Books, accountIds: string[]): Promise<string[]> {
  if (accountIds.length === 0) return [];
  const { balances } = await creditsReader.getBalances({ accountIds }, newCall());
  // An absent field is null over gRPC and undefined in one process.
  return balances.filter(({ subscription }) => (subscription ?? null) === null).map(({ accountId }) => accountId);
}
