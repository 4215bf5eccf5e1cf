import type { search } from '@prospecting/protos';
import type { PersonQuery } from '../../../items/index.js';
import type { NumberGuard } from '../../../privacy/index.js';
import type { Asking } from './view-contacts.js';
import { inPlaces } from '../../places.js';
import { decide, type PersonOutcome } from './decide.js';

/** Looks up every query by all of its identifiers at once and lets the first hit count; places of invalid items stay empty. */
export async function findPeople(
  asking: Asking & { readonly numberGuard: NumberGuard },
  queries: readonly (PersonQuery | undefined)[],
): Promise<(PersonOutcome | undefined)[]> {
  const [matches, byEmail] = await Promise.all([searchPeople(asking, queries), findByEmail(asking, queries)]);
  return queries.map((query, index) => query && decide(matches[index], byEmail[index] ?? []));
}

async function searchPeople(
  { reads, numberGuard, accountId, call }: Asking & { readonly numberGuard: NumberGuard },
  queries: readonly (PersonQuery | undefined)[],
): Promise<(search.PersonMatch | undefined)[]> {
  const organizations = await numberGuard.withhold(
    accountId,
    queries.map((query) => query?.named?.organization),
    call,
  );
  const lookedFor = queries.map((query, index) => query && searchedFor(query, organizations[index]));
  return inPlaces(lookedFor, (asked) => reads.matchPeople(asked, call));
}

/** What search-service can look for: everything but the address, which it knows nothing of. */
function searchedFor(
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
 * reveal-service decides which addresses the account may find by, and answers an unknown one and a forbidden one alike; nothing
 * here may tell them apart again.
 */
async function findByEmail(
  { reads, accountId, call }: Asking,
  queries: readonly (PersonQuery | undefined)[],
): Promise<(search.Contact[] | undefined)[]> {
  const emails = queries.map((query) => query?.email);
  const found = await inPlaces(emails, (asked) => reads.findContactsByEmail(accountId, asked, call));
  const contactIds = [...new Set(found.flatMap((each) => each?.contactIds ?? []))];
  const contacts = await reads.getContacts(contactIds, call);
  const byId = new Map(contacts.map(({ contact }, index) => [contactIds[index], contact]));
  return found.map((each) => each?.contactIds.flatMap((contactId) => byId.get(contactId) ?? []));
}
