import type { search } from '@prospecting/protos';
import type { PersonQuery } from '../../../items/index.js';
import type { Asking } from './view-contacts.js';
import { inPlaces } from '../../places.js';
import { decide, type PersonOutcome } from './decide.js';

/** Looks up every query by all of its identifiers at once and lets the first hit count; places of invalid items stay empty. */
export async function findPeople(
  { reads, accountId, call }: Asking,
  queries: readonly (PersonQuery | undefined)[],
): Promise<(PersonOutcome | undefined)[]> {
  const [matches, byEmail] = await Promise.all([
    inPlaces(queries.map(searchedFor), (asked) => reads.matchPeople(asked, call)),
    findByEmail({ reads, accountId, call }, queries),
  ]);
  return queries.map((query, index) => query && decide(matches[index], byEmail[index] ?? []));
}

/** What search-service can look for: everything but the address, which it knows nothing of. */
function searchedFor(query: PersonQuery | undefined): search.PersonIdentifiers | undefined {
  if (query === undefined || (query.linkedInSlug === undefined && query.named === undefined)) return undefined;
  const { linkedInSlug, named } = query;
  return {
    ...(linkedInSlug !== undefined && { linkedInSlug }),
    ...(named !== undefined && { name: named.name }),
    organization: named?.organization ?? null,
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
