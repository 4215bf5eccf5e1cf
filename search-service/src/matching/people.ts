import { firstNameOf, namesMatch, normalizeName } from '@prospecting/directory/identifiers';
import type { search } from '@prospecting/protos';
import {
  candidatesOf,
  firstHit,
  indexHits,
  toHitsValues,
  type Candidate,
  type Hits,
  type OrganizationHitsValues,
} from './candidates.js';
import { compareByCodePoint } from './code-point-order.js';
import { toContact } from './contact.js';
import type { IdentifierKind, PersonHitRow, FoundOrganizationRow, SortedContactRow } from './records.js';

/** The number of people that an ambiguous answer lists at most. */
export const MAX_CANDIDATES = 5;

/** A parsed person item. */
export interface PersonQuery {
  readonly linkedInSlug?: string;
  /** Undefined when the item has no name. */
  readonly byName?: { readonly normalizedName: string; readonly candidates: readonly Candidate[] };
}

/** The rows of one batch, indexed for its items. */
export interface FoundPeople {
  readonly organizations: Hits<FoundOrganizationRow>;
  readonly bySlug: ReadonlyMap<string, readonly SortedContactRow[]>;
  readonly byItem: ReadonlyMap<number, readonly SortedContactRow[]>;
}

/** The number of flags before the normalized name in a sort key. */
const SORT_KEY_FLAGS = 2;

export function toPersonQuery(item: search.PersonIdentifiers, soleTraderKey: string): PersonQuery {
  return {
    ...(item.linkedInSlug !== undefined && { linkedInSlug: item.linkedInSlug }),
    ...(item.name !== undefined && {
      byName: { normalizedName: normalizeName(item.name), candidates: candidatesOf(item.organization, soleTraderKey) },
    }),
  };
}

export type MatchPeopleValues = readonly [
  ...organizations: OrganizationHitsValues,
  linkedInSlugs: readonly string[],
  /**
   * The names to look for in organizations: one element of each array per value that may find the
   * organization.
   */
  items: readonly number[],
  kinds: readonly IdentifierKind[],
  values: readonly string[],
  firstNames: readonly string[],
  /** The last words of the normalized names. */
  surnames: readonly string[],
];

/** Returns the parameters of selectPeopleHits. An item is identified by its index. */
export function matchPeopleValues(queries: readonly PersonQuery[]): MatchPeopleValues {
  const slugs = new Set<string>();
  const candidates: Candidate[] = [];
  const items: number[] = [];
  const firstNames: string[] = [];
  const surnames: string[] = [];
  for (const [item, { linkedInSlug, byName }] of queries.entries()) {
    if (linkedInSlug !== undefined) slugs.add(linkedInSlug);
    if (byName === undefined) continue;
    const firstName = firstNameOf(byName.normalizedName);
    const surname = byName.normalizedName.slice(byName.normalizedName.lastIndexOf(' ') + 1);
    for (const candidate of byName.candidates) {
      candidates.push(candidate);
      items.push(item);
      firstNames.push(firstName);
      surnames.push(surname);
    }
  }
  const kinds = candidates.map(({ kind }) => kind);
  const values = candidates.map(({ value }) => value);
  return [...toHitsValues(candidates), [...slugs], items, kinds, values, firstNames, surnames];
}

export function indexPeople(rows: readonly PersonHitRow[]): FoundPeople {
  const organizations: FoundOrganizationRow[] = [];
  const bySlug = new Map<string, SortedContactRow[]>();
  const byItem = new Map<number, SortedContactRow[]>();
  for (const row of rows) {
    if (row.found === 'organization') organizations.push(row);
    else if (row.found === 'name') append(byItem, row.item, row);
    else if (row.linkedInSlug !== null) append(bySlug, row.linkedInSlug, row);
  }
  return { organizations: indexHits(organizations), bySlug, byItem };
}

function append<Key>(lists: Map<Key, SortedContactRow[]>, key: Key, contact: SortedContactRow): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [contact]);
  else list.push(contact);
}

/**
 * Returns the person found by the first identifier that hits, or the candidates if there are
 * several.
 */
export function choosePerson(query: PersonQuery, item: number, found: FoundPeople): search.PersonMatch {
  const onPage = query.linkedInSlug === undefined ? undefined : found.bySlug.get(query.linkedInSlug);
  if (onPage !== undefined) return toMatch(onPage, 'MATCHED_BY_LINKED_IN_URL');
  if (query.byName === undefined) return noMatch('OUTCOME_PERSON_NOT_FOUND');
  const { normalizedName, candidates } = query.byName;
  const organization = firstHit(candidates, found.organizations)?.hit;
  if (organization === undefined) return noMatch('OUTCOME_ORGANIZATION_NOT_FOUND');
  const namesakes = found.byItem.get(item) ?? [];
  const people = namesakes.filter(
    (contact) =>
      contact.organizationId === organization.organizationId &&
      namesMatch(normalizedName, contact.sortKey.slice(SORT_KEY_FLAGS)),
  );
  return people.length === 0 ? noMatch('OUTCOME_PERSON_NOT_FOUND') : toMatch(people, 'MATCHED_BY_NAME');
}

function toMatch(people: readonly SortedContactRow[], matchedBy: search.MatchedBy): search.PersonMatch {
  const sorted = people.toSorted((a, b) => compareByCodePoint(a.sortKey, b.sortKey) || compareByCodePoint(a.id, b.id));
  return {
    outcome: people.length === 1 ? 'OUTCOME_MATCHED' : 'OUTCOME_AMBIGUOUS',
    matchedBy,
    contacts: sorted.slice(0, MAX_CANDIDATES).map((row) => toContact(row, row.organizationId, row.organizationName)),
  };
}

function noMatch(outcome: 'OUTCOME_PERSON_NOT_FOUND' | 'OUTCOME_ORGANIZATION_NOT_FOUND'): search.PersonMatch {
  return { outcome, matchedBy: 'MATCHED_BY_UNSPECIFIED', contacts: [] };
}
