import { z } from '@prospecting/platform/config';
import type { Account, Accounts } from '../accounts/accounts.js';
import { selectUsersOnRecord } from '../console/sql/select-users-on-record.js';
import type { AdminDependencies } from '../dependencies.js';
import { erase, findSubjects } from '../erasures/erasures.js';
import { parseFields, uuid } from '../http/fields.js';
import { bodyOf, idOf, type AdminContext } from '../http/request.js';
import type { Routes } from '../http/routes.js';
import { SAFE_TO_REPEAT, write } from '../http/write.js';

type Dependencies = Pick<AdminDependencies, 'revealAdmin' | 'pool' | 'requestLogPool' | 'clock'> & {
  readonly accounts: Accounts;
};

const subjects = {
  contactIds: z.array(uuid).max(1_000),
  /** As stored: lower case, domain in ASCII. */
  emails: z.array(z.string().max(254)).max(1_000),
};
const persons = z.strictObject(subjects);
const erasure = z.strictObject({ ...subjects, afterAccountId: z.union([uuid, z.literal('')]).default('') });
const page = z.strictObject({ after: z.string().max(200).optional() });
const REVEALS_PAGE = 1_000;

/**
 * What the command `prospect erase` and `prospect export` ask for. Persons are in bodies only, never
 * in a path or a query: those are logged by whatever is between the command and here.
 */
export function erasureRoutes(routes: Routes, dependencies: Dependencies): void {
  const { accounts, revealAdmin } = dependencies;

  routes.post('/persons/find', async (context: AdminContext) => {
    const body = await bodyOf(context, persons);
    const found = await findSubjects(dependencies, body, context.state.call);
    const ids = new Set([...found.reveals, ...found.ownedEmails].map(({ accountId }) => accountId));
    const names = new Map<string, string>();
    for (const id of ids) names.set(id, (await accounts.get(id).catch((): Partial<Account> => ({}))).name ?? '');
    const named = <Item extends { readonly accountId: string }>(item: Item) => ({
      ...item,
      accountName: names.get(item.accountId) ?? '',
    });
    context.body = {
      reveals: found.reveals.map(({ millicredits, ...reveal }) => ({
        ...named(reveal),
        credits: millicredits / 1_000,
      })),
      ownedEmails: found.ownedEmails.map(named),
      consoleUsers: await selectUsersOnRecord.run(dependencies.pool, [body.emails]),
    };
  });

  routes.post('/erasures/:id', async (context: AdminContext) => {
    const id = idOf(context);
    const body = await bodyOf(context, erasure);
    context.body = await write(SAFE_TO_REPEAT, () => erase(dependencies, id, body, context.state));
  });

  // For erasures that a restored database does not know: the command compares keyed hashes of these.
  routes.get('/erasures/candidates', async (context: AdminContext) => {
    const { after = '' } = parseFields(page, { ...context.query });
    const [accountAfter = '', position = ''] = after.split('|', 2);
    const [account] =
      position === ''
        ? await accounts.list(1, accountAfter === '' ? undefined : accountAfter)
        : [await accounts.get(accountAfter)];
    if (account === undefined) {
      context.body = { contactIds: [], emails: [], next: null };
      return;
    }
    const request = { accountId: account.id, after: position, limit: REVEALS_PAGE };
    const { reveals, nextAfter } = await revealAdmin.listReveals(request, context.state.call);
    const { emails } = await revealAdmin.listOwnedEmails({ accountId: account.id }, context.state.call);
    const contactIds = reveals.filter(({ subject }) => subject === 'contact').map(({ subjectId }) => subjectId);
    context.body = {
      contactIds: [...new Set(contactIds)],
      emails: position === '' ? emails : [],
      next: `${account.id}|${nextAfter}`,
    };
  });
}
