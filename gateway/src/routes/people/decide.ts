import { normalizeName } from '@prospecting/directory/identifiers';
import type { NotFoundReason, PersonMatchedBy } from '@prospecting/openapi';
import type { search } from '@prospecting/protos';

/** The person or people that an item names. */
export type PersonOutcome =
  | { readonly kind: 'matched'; readonly matchedBy: PersonMatchedBy; readonly contact: search.Contact }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly search.Contact[] }
  | { readonly kind: 'not_found'; readonly reason: NotFoundReason };

const MAX_CANDIDATES = 5;

/**
 * Returns the first hit in the order LinkedIn page, e-mail address, name. Several people are a hit
 * too: the next identifier must not be used to guess one of them.
 *
 * @param match the match of search-service by page, else by name
 * @param byEmail the contacts with the address; empty when there are none or the account may not
 *   find them
 */
export function decide(match: search.PersonMatch | undefined, byEmail: readonly search.Contact[]): PersonOutcome {
  const found = match === undefined ? NOT_FOUND : outcomeOf(match);
  if (found.kind !== 'not_found' && match?.matchedBy === 'MATCHED_BY_LINKED_IN_URL') return found;
  if (byEmail.length === 0) return found;
  const [only] = byEmail;
  if (only !== undefined && byEmail.length === 1) return { kind: 'matched', matchedBy: 'email', contact: only };
  return { kind: 'ambiguous', candidates: byEmail.toSorted(inOrderOfContacts).slice(0, MAX_CANDIDATES) };
}

const NOT_FOUND: PersonOutcome = { kind: 'not_found', reason: 'person_not_found' };

function outcomeOf({ outcome, matchedBy, contacts }: search.PersonMatch): PersonOutcome {
  const [first] = contacts;
  if (outcome === 'OUTCOME_MATCHED' && first !== undefined) {
    return { kind: 'matched', matchedBy: matchedBy === 'MATCHED_BY_NAME' ? 'name' : 'linkedInUrl', contact: first };
  }
  if (outcome === 'OUTCOME_AMBIGUOUS') return { kind: 'ambiguous', candidates: contacts.slice(0, MAX_CANDIDATES) };
  return outcome === 'OUTCOME_ORGANIZATION_NOT_FOUND'
    ? { kind: 'not_found', reason: 'organization_not_found' }
    : NOT_FOUND;
}

/**
 * Sorts as search-service sorts an organization's contacts. Contacts found by address come
 * unsorted.
 */
function inOrderOfContacts(a: search.Contact, b: search.Contact): number {
  return (
    Number(b.isExecutive) - Number(a.isExecutive) ||
    Number(b.isDecisionMaker) - Number(a.isDecisionMaker) ||
    byCodePoint(normalizeName(a.name), normalizeName(b.name)) ||
    byCodePoint(a.id, b.id)
  );
}

/** UTF-8 bytes sort like code points. UTF-16 units do not. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
