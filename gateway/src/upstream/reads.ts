import { Coalescer } from '@prospecting/platform/batching';
import type { Call } from '@prospecting/platform/grpc';
import type { credits, reveal, search } from '@prospecting/protos';
import type { Backends } from './backends.js';

/** The reads that routes are made of, each for one account: one call to a backend however many items, and none for none. */
export interface Reads {
  /** One match for each item, in order. */
  matchOrganizations(items: search.OrganizationIdentifiers[], call: Call): Promise<search.OrganizationMatch[]>;
  /** One page for each item, in order. */
  listContacts(request: search.ListContactsRequest, call: Call): Promise<search.ContactsPage[]>;
  matchPeople(items: search.PersonIdentifiers[], call: Call): Promise<search.PersonMatch[]>;
  /** Contacts by id, in order; one without `contact` is not on record. */
  getContacts(contactIds: string[], call: Call): Promise<search.FoundContact[]>;
  viewOrganizations(
    accountId: string,
    subjects: reveal.OrganizationSubject[],
    call: Call,
  ): Promise<reveal.OrganizationView[]>;
  viewContacts(accountId: string, contactIds: string[], call: Call): Promise<reveal.ReachableView[]>;
  viewSwitchboards(accountId: string, organizationIds: string[], call: Call): Promise<reveal.SwitchboardView[]>;
  findContactsByEmail(accountId: string, emails: string[], call: Call): Promise<reveal.ContactIds[]>;
  getBalance(accountId: string, call: Call): Promise<credits.Balance>;
}

/** Calls of one method under way at once: as many as a client has connections, so that the rest of the load is what fills the next. */
const CALLS_IN_FLIGHT = 2;
/** Sixteen whole batches: where a larger call stops being cheaper per item. */
const ITEMS_PER_CALL = 400;
const QUERIES_PER_CALL = 16;
/** Bounds on what waits; beyond them callers are told service_unavailable at once rather than late. */
const QUEUED_ITEMS = 20_000;
const QUEUED_QUERIES = 1_000;

/** Reads of concurrent requests share calls where the protos let them: a call costs far more than an item in it. */
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

type Run<Item, Result> = (items: Item[], call: Call) => Promise<Result[]>;

function perItem<Item, Result>(run: Run<Item, Result>): Coalescer<Item, Result> {
  return new Coalescer({ run, maxItems: ITEMS_PER_CALL, maxInFlight: CALLS_IN_FLIGHT, maxQueuedItems: QUEUED_ITEMS });
}

/** A query carries the items of a whole request, so fewer of them make a full call. */
function perQuery<Query, Answer>(run: Run<Query, Answer>): Coalescer<Query, Answer> {
  return new Coalescer({
    run,
    maxItems: QUERIES_PER_CALL,
    maxInFlight: CALLS_IN_FLIGHT,
    maxQueuedItems: QUEUED_QUERIES,
  });
}

/** Nothing is asked for nothing, and an answer is as long as its question; one that is not is a fault of the backend. */
async function ask<Item, Result>(items: Item[], answer: () => Promise<Result[] | undefined>): Promise<Result[]> {
  if (items.length === 0) return [];
  const results = await answer();
  if (results?.length !== items.length) throw new Error(`${items.length} items got ${results?.length} results`);
  return results;
}
