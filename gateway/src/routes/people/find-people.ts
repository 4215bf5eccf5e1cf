import type { CallContext } from '@prospecting/platform/grpc';
import type { search } from '@prospecting/protos';
import type { PersonQuery } from '../../items/index.js';
import type { NumberGuard } from '../../privacy/index.js';
import type { Reads } from '../../upstream/index.js';
import { mapCompacted, type Sparse } from '../sparse.js';
import { decide, type PersonOutcome } from './decide.js';

export interface PeopleSearch {
  readonly reads: Reads;
  readonly numberGuard: NumberGuard;
  readonly accountId: string;
  readonly call: CallContext;
}

/**
 * Looks up all identifiers of every query simultaneously. The first identifier that hits decides.
 */
export async function findPeople(options: PeopleSearch, queries: Sparse<PersonQuery>): Promise<Sparse<PersonOutcome>> {
  const [matches, byEmail] = await Promise.all([searchPeople(options, queries), findByEmail(options, queries)]);
  return queries.map((query, index) => query && decide(matches[index], byEmail[index] ?? []));
}

async function searchPeople(
  { reads, numberGuard, accountId, call }: PeopleSearch,
  queries: Sparse<PersonQuery>,
): Promise<Sparse<search.PersonMatch>> {
  const organizations = await numberGuard.withhold(
    accountId,
    queries.map((query) => query?.named?.organization),
    call,
  );
  const searched = queries.map((query, index) => query && searchIdentifiers(query, organizations[index]));
  return mapCompacted(searched, (items) => reads.matchPeople(items, call));
}

/** Returns the identifiers that search-service knows. It does not know e-mail addresses. */
function searchIdentifiers(
  { linkedInSlug, named }: PersonQuery,
  organization: search.OrganizationIdentifiers | undefined,
): search.PersonIdentifiers | undefined {
  if (linkedInSlug === undefined && named === undefined) return undefined;
  return {
    ...(linkedInSlug !== undefined && { linkedInSlug }),
    ...(named !== undefined && { name: named.name }),
    organization: organization ?? null,
  };
}

/**
 * Finds contacts by their address. Reveal-service decides by which addresses the account may find
 * people, and gives the same answer for an unknown address and a forbidden one. Nothing here may
 * tell them apart again.
 */
async function findByEmail(
  { reads, accountId, call }: PeopleSearch,
  queries: Sparse<PersonQuery>,
): Promise<Sparse<search.Contact[]>> {
  const addresses = queries.map((query) => query?.email);
  const found = await mapCompacted(addresses, (emails) => reads.findContactsByEmail(accountId, emails, call));
  const contactIds = [...new Set(found.flatMap((each) => each?.contactIds ?? []))];
  const contacts = await reads.getContacts(contactIds, call);
  const byId = new Map(contacts.map(({ contact }, index) => [contactIds[index], contact]));
  return found.map((each) => each?.contactIds.flatMap((contactId) => byId.get(contactId) ?? []));
}
