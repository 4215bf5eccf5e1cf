import { z } from '@prospecting/platform/config';
import { DomainError, validationFailed } from '@prospecting/platform/errors';
import type { CallContext } from '@prospecting/platform/grpc';
import { parseUuid } from '@prospecting/platform/uuid';
import type { reveal, search as protos } from '@prospecting/protos';
import type { Account, Accounts } from '../../accounts/accounts.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { parseFields } from '../../http/fields.js';
import { idOf, type AdminContext } from '../../http/request.js';
import type { Routes } from '../../http/routes.js';
import { createMinuteLimit } from '../minute-limit.js';

interface Dependencies extends Pick<ConsoleDependencies, 'revealViewer' | 'search'> {
  readonly accounts: Accounts;
  /** `{app_url}`. */
  readonly appUrl: string;
}

const PAGE_SIZE = 50;
/** More than a person reads. Programs have the API, where each key has its limits. */
const PAGES_A_MINUTE = 60;
const page = z.strictObject({ cursor: z.string().max(2_000).optional() });

/**
 * What the keys of an account could read, as the account may see it. These routes call no method
 * that spends.
 */
export function directoryRoutes(routes: Routes, dependencies: Dependencies): void {
  const { accounts, appUrl, revealViewer, search } = dependencies;
  const pages = createMinuteLimit({
    max: PAGES_A_MINUTE,
    detail: `The console shows an account ${PAGES_A_MINUTE} pages of organizations and contacts a minute. Use the API for more.`,
  });
  const accountOf = (context: AdminContext): Promise<Account> => {
    const accountId = idOf(context);
    pages.count(accountId);
    return accounts.get(accountId);
  };

  routes.get('/accounts/:id/organizations/:organizationId', async (context) => {
    const account = await accountOf(context);
    const organizationId = idIn(context, 'organizationId');
    const { call } = context.state;
    const accountId = account.id;
    const [{ match, totalCount }, views, switchboards] = await Promise.all([
      listContacts(search, account, { organizationId, limit: 1 }, call),
      revealViewer.viewOrganizations(
        { queries: [{ accountId, subjects: [{ organizationId, shownIdentifiers: [] }] }] },
        call,
      ),
      revealViewer.viewSwitchboards({ queries: [{ accountId, organizationIds: [organizationId] }] }, call),
    ]);
    const organization = match?.organization ?? noSuch('organization');
    const view = views.answers[0]?.views[0] ?? { detailsRevealed: false };
    const { switchboard } = switchboards.answers[0]?.views[0] ?? {};
    context.body = {
      organization: presentOrganization(organization, view, appUrl),
      switchboard: switchboard ?? null,
      contactsTotal: totalCount,
    };
  });

  routes.get('/accounts/:id/organizations/:organizationId/contacts', async (context) => {
    const { cursor } = parseFields(page, { ...context.query });
    const account = await accountOf(context);
    const organizationId = idIn(context, 'organizationId');
    const { call } = context.state;
    const wanted = { organizationId, limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
    const { contacts, nextCursor, totalCount } = await listContacts(search, account, wanted, call);
    const contactIds = contacts.map(({ id }) => id);
    const views = await viewContacts(dependencies, account.id, contactIds, call);
    context.body = {
      contacts: contacts.map((contact, index) => ({ ...contact, ...views[index] })),
      nextCursor: nextCursor ?? null,
      total: totalCount,
    };
  });

  routes.get('/accounts/:id/contacts/:contactId', async (context) => {
    const account = await accountOf(context);
    const contactId = idIn(context, 'contactId');
    const { call } = context.state;
    const [{ contacts }, [view]] = await Promise.all([
      search.getContacts({ contactIds: [contactId] }, call),
      viewContacts(dependencies, account.id, [contactId], call),
    ]);
    const contact = contacts[0]?.contact ?? noSuch('contact');
    context.body = { contact: { ...contact, ...view } };
  });
}

interface WantedContacts {
  readonly organizationId: string;
  readonly limit: number;
  readonly cursor?: string;
}

async function listContacts(
  search: Dependencies['search'],
  { id: accountId, targetRoles }: Account,
  { organizationId, limit, cursor }: WantedContacts,
  call: CallContext,
): Promise<protos.ContactsPage> {
  const identifiers = { id: organizationId, orgNumbers: [], domains: [] };
  const item = { identifiers, ...(cursor !== undefined && { cursor }) };
  const request = { accountId, targetRoles: [...targetRoles], limit, items: [item] };
  const { pages } = await search.listContacts(request, call);
  const [found] = pages;
  if (found?.outcome === 'OUTCOME_INVALID_CURSOR') throw validationFailed({ cursor: ['is not valid here'] });
  return found?.outcome === 'OUTCOME_MATCHED' ? found : noSuch('organization');
}

async function viewContacts(
  { revealViewer }: Dependencies,
  accountId: string,
  contactIds: string[],
  call: CallContext,
): Promise<readonly reveal.ContactChannelsView[]> {
  if (contactIds.length === 0) return [];
  const { answers } = await revealViewer.viewContacts({ queries: [{ accountId, contactIds }] }, call);
  const views = answers[0]?.views ?? [];
  if (views.length !== contactIds.length) throw new Error(`${contactIds.length} contacts got ${views.length} views`);
  return views;
}

/** Returns the organization as the public API shows it. Absent members are left out. */
function presentOrganization(organization: protos.Organization, view: reveal.OrganizationView, appUrl: string): object {
  const { technologies = [], keywords = [], tags = [], ...details } = view.details ?? {};
  return {
    ...organization,
    detailsRevealed: view.detailsRevealed,
    url: `${appUrl}/organizations/${organization.id}`,
    ...details,
    ...(technologies.length > 0 && { technologies }),
    ...(keywords.length > 0 && { keywords }),
    ...(tags.length > 0 && { tags }),
  };
}

function idIn(context: AdminContext, parameter: string): string {
  return parseUuid(context.params[parameter] ?? '') ?? noSuch(parameter.replace('Id', ''));
}

function noSuch(what: string): never {
  throw new DomainError('not_found', { detail: `There is no such ${what}.` });
}
