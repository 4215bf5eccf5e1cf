import { Coalescer } from '@prospecting/platform/batching';
import type { CallContext, Service } from '@prospecting/platform/grpc';
import type { credits, reveal, search } from '@prospecting/protos';

/**
 * Prices and reveals. Concurrent requests never share one of its calls: a failed spend must fail
 * for one caller only.
 */
export type Spender = Pick<Service<reveal.RevealSpenderDefinition>, 'quote' | 'reveal'>;

/** The services behind the edge, over gRPC or in this process. */
export interface Backends {
  readonly search: Service<search.SearchServiceDefinition>;
  readonly revealViewer: Service<reveal.RevealViewerDefinition>;
  readonly revealSpender: Spender;
  readonly creditsReader: Service<credits.CreditsReaderDefinition>;
}

/**
 * The reads that routes use. Each makes at most one call to a backend for all its items, and none
 * for an empty list.
 */
export interface Reads {
  /** Returns one match for each item, in order. */
  matchOrganizations(items: search.OrganizationIdentifiers[], call: CallContext): Promise<search.OrganizationMatch[]>;
  /** Returns one page for each item, in order. */
  listContacts(request: search.ListContactsRequest, call: CallContext): Promise<search.ContactsPage[]>;
  matchPeople(items: search.PersonIdentifiers[], call: CallContext): Promise<search.PersonMatch[]>;
  /** Returns contacts by id, in order. One without `contact` is not on record. */
  getContacts(contactIds: string[], call: CallContext): Promise<search.FoundContact[]>;
  viewOrganizations(
    accountId: string,
    subjects: reveal.OrganizationSubject[],
    call: CallContext,
  ): Promise<reveal.OrganizationView[]>;
  viewContacts(accountId: string, contactIds: string[], call: CallContext): Promise<reveal.ContactChannelsView[]>;
  viewSwitchboards(accountId: string, organizationIds: string[], call: CallContext): Promise<reveal.SwitchboardView[]>;
  findContactsByEmail(accountId: string, emails: string[], call: CallContext): Promise<reveal.ContactIds[]>;
  getBalance(accountId: string, call: CallContext): Promise<credits.Balance>;
}

/**
 * Simultaneous calls of one method: one per connection of a client, so that the requests that
 * arrive meanwhile fill the next call.
 */
const CALLS_IN_FLIGHT = 2;
/** Sixteen full batches. A larger call is not cheaper per item. */
const ITEMS_PER_CALL = 400;
const QUERIES_PER_CALL = 16;
/** Bounds of the queues. Above them callers get service_unavailable immediately instead of late. */
const QUEUED_ITEMS = 20_000;
const QUEUED_QUERIES = 1_000;

/**
 * Creates reads whose concurrent requests share calls where the protos allow it: a call costs far
 * more than an item in it.
 */
export function createReads({ search, revealViewer, creditsReader }: Backends): Reads {
  const organizations = perItem(async (items: search.OrganizationIdentifiers[], call) => {
    return (await search.matchOrganizations({ items }, call)).matches;
  });
  const people = perItem(async (items: search.PersonIdentifiers[], call) => {
    return (await search.matchPeople({ items }, call)).matches;
  });
  const contacts = perItem(async (contactIds: string[], call) => {
    return (await search.getContacts({ contactIds }, call)).contacts;
  });
  const organizationViews = perQuery(async (queries: reveal.OrganizationQuery[], call) => {
    return (await revealViewer.viewOrganizations({ queries }, call)).answers;
  });
  const contactViews = perQuery(async (queries: reveal.ContactQuery[], call) => {
    return (await revealViewer.viewContacts({ queries }, call)).answers;
  });
  const switchboardViews = perQuery(async (queries: reveal.SwitchboardQuery[], call) => {
    return (await revealViewer.viewSwitchboards({ queries }, call)).answers;
  });
  const emails = perQuery(async (queries: reveal.EmailQuery[], call) => {
    return (await revealViewer.findContactsByEmail({ queries }, call)).answers;
  });
  const accountBalances = perItem(async (accountIds: string[], call) => {
    const distinct = [...new Set(accountIds)];
    const { balances } = await creditsReader.getBalances({ accountIds: distinct }, call);
    return accountIds.flatMap((accountId) => balances[distinct.indexOf(accountId)] ?? []);
  });
  return {
    matchOrganizations: (items, call) => organizations.load(items, call),
    listContacts: (request, call) => ask(request.items, async () => (await search.listContacts(request, call)).pages),
    matchPeople: (items, call) => people.load(items, call),
    getContacts: (contactIds, call) => contacts.load(contactIds, call),
    viewOrganizations: (accountId, subjects, call) =>
      ask(subjects, async () => (await organizationViews.load([{ accountId, subjects }], call))[0]?.views),
    viewContacts: (accountId, contactIds, call) =>
      ask(contactIds, async () => (await contactViews.load([{ accountId, contactIds }], call))[0]?.views),
    viewSwitchboards: (accountId, organizationIds, call) =>
      ask(organizationIds, async () => (await switchboardViews.load([{ accountId, organizationIds }], call))[0]?.views),
    findContactsByEmail: (accountId, addresses, call) =>
      ask(addresses, async () => (await emails.load([{ accountId, emails: addresses }], call))[0]?.found),
    getBalance: async (accountId, call) => (await accountBalances.load([accountId], call))[0] as credits.Balance,
  };
}

type Run<Item, Result> = (items: Item[], call: CallContext) => Promise<Result[]>;

function perItem<Item, Result>(run: Run<Item, Result>): Coalescer<Item, Result> {
  return new Coalescer({ run, maxItems: ITEMS_PER_CALL, maxInFlight: CALLS_IN_FLIGHT, maxQueuedItems: QUEUED_ITEMS });
}

/** A query contains the items of a whole request, so fewer queries fill a call. */
function perQuery<Query, Answer>(run: Run<Query, Answer>): Coalescer<Query, Answer> {
  return new Coalescer({
    run,
    maxItems: QUERIES_PER_CALL,
    maxInFlight: CALLS_IN_FLIGHT,
    maxQueuedItems: QUEUED_QUERIES,
  });
}

/** Makes no call for an empty list. Throws when a backend does not return one result per item. */
async function ask<Item, Result>(items: Item[], call: () => Promise<Result[] | undefined>): Promise<Result[]> {
  if (items.length === 0) return [];
  const results = await call();
  if (results?.length !== items.length) throw new Error(`${items.length} items got ${results?.length} results`);
  return results;
}
