import type { Contact, ContactsMatchedBy, ContactsResult } from '@prospecting/openapi';
import type { reveal, search } from '@prospecting/protos';
import { parseContactsPageQuery, parseItems, type Item } from '../../items/index.js';
import { freeBatch, invalidResult, notFoundResult } from '../batch.js';
import { defineOperation, type Operation, type OperationRequest, type RouteOptions } from '../operation.js';
import { presentContact } from '../present/contact.js';
import { foundOrganization, presentOrganization, subjectOf, type FoundOrganization } from '../present/organization.js';
import { mapCompacted, type Sparse } from '../sparse.js';

type PageRequest = OperationRequest<{ readonly items: readonly unknown[]; readonly limit: number }>;

/** POST /organizations/contacts/match */
export function matchOrganizationContacts(options: RouteOptions): Operation {
  return defineOperation({
    operationId: 'match_organization_contacts',
    searches: true,
    reveals: 'never',
    showsBalance: false,
    async answer(request) {
      const { key, body, call } = request;
      const [results, balance] = await Promise.all([
        lookUp(options, request),
        options.reads.getBalance(key.account.id, call),
      ]);
      return freeBatch(results, balance, body.dryRun);
    },
  });
}

async function lookUp(options: RouteOptions, request: PageRequest): Promise<ContactsResult[]> {
  const { reads, appUrl } = options;
  const { key, body, call } = request;
  const { account } = key;
  const items = parseItems(body.items, parseContactsPageQuery);
  const pages = await findPages(
    options,
    request,
    items.map((item) => item.query),
  );
  const found = items.map(({ query }, index) =>
    foundOrganization(query?.identifiers ?? undefined, pages[index]?.match),
  );
  const contacts = pages.flatMap((page) => page?.contacts ?? []);
  const contactIds = contacts.map(({ id }) => id);
  const [views, contactViews] = await Promise.all([
    mapCompacted(found, (each) => reads.viewOrganizations(account.id, each.map(subjectOf), call)),
    reads.viewContacts(account.id, contactIds, call),
  ]);
  const presented = contactViews.map((view, index) => presentContact(contacts[index] as search.Contact, view));
  let next = 0;
  return items.map((item, index) => {
    const page = pages[index];
    const start = next;
    next += page?.contacts.length ?? 0;
    const parts: PageParts = {
      page,
      found: found[index],
      view: views[index],
      contacts: presented.slice(start, next),
    };
    return presentResult(item, parts, { appUrl, filteredByTargetRoles: account.targetRoles.length > 0 });
  });
}

/** Finds the page of each query. */
async function findPages(
  { reads, numberGuard }: Pick<RouteOptions, 'reads' | 'numberGuard'>,
  { key: { account }, body, call }: PageRequest,
  queries: Sparse<search.ContactsPageItem>,
): Promise<Sparse<search.ContactsPage>> {
  const identifiers = await numberGuard.withhold(
    account.id,
    queries.map((query) => query?.identifiers ?? undefined),
    call,
  );
  const permitted = queries.map((query, index) => query && { ...query, identifiers: identifiers[index] ?? null });
  const targetRoles = [...account.targetRoles];
  return mapCompacted(permitted, (items) =>
    reads.listContacts({ accountId: account.id, targetRoles, limit: body.limit, items }, call),
  );
}

/** The parts of the result of one item. All are absent for an invalid one. */
interface PageParts {
  readonly page: search.ContactsPage | undefined;
  readonly found: FoundOrganization | undefined;
  readonly view: reveal.OrganizationView | undefined;
  readonly contacts: Contact[];
}

function presentResult(
  item: Item<search.ContactsPageItem>,
  { page, found, view, contacts }: PageParts,
  { appUrl, filteredByTargetRoles }: { readonly appUrl: string; readonly filteredByTargetRoles: boolean },
): ContactsResult {
  if (item.error !== undefined) return invalidResult(item);
  if (page?.outcome === 'OUTCOME_INVALID_CURSOR') return invalidResult({ ref: item.ref, error: 'invalid_cursor' });
  if (page?.outcome !== 'OUTCOME_MATCHED' || found === undefined || view === undefined) {
    return notFoundResult(item.ref, 'organization_not_found');
  }
  return {
    ref: item.ref,
    status: 'matched',
    matchedBy: found.matchedBy as ContactsMatchedBy,
    organization: presentOrganization(found, view, appUrl),
    contacts,
    totalCount: page.totalCount,
    filteredByTargetRoles,
    nextCursor: page.nextCursor ?? null,
  };
}
