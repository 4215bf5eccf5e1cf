import { levelName, nameKeys, namesMatch } from '@prospecting/directory/identifiers';
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
import type { IdentifierKind, MatchPeopleRow, OrganizationFound, SortedContact } from './records.js';

/** Most people that an ambiguous answer shows. */
export const MAX_CANDIDATES = 5;

/** A person asked for, read once. */
export interface PersonQuestion {
  readonly linkedInSlug?: string;
  /** Absent: the name is not asked for. */
  readonly named?: { readonly levelledName: string; readonly candidates: readonly Candidate[] };
}

/** The rows of one batch, where its items look for theirs. */
export interface PeopleFound {
  readonly organizations: Hits<OrganizationFound>;
  readonly bySlug: ReadonlyMap<string, readonly SortedContact[]>;
  readonly byItem: ReadonlyMap<number, readonly SortedContact[]>;
}

/** The flags before the levelled name in a sort key. */
const SORT_KEY_FLAGS = 2;

export function personQuestion(item: search.PersonIdentifiers, soleTraderKey: string): PersonQuestion {
  return {
    ...(item.linkedInSlug !== undefined && { linkedInSlug: item.linkedInSlug }),
    ...(item.name !== undefined && {
      named: { levelledName: levelName(item.name), candidates: candidatesOf(item.organization, soleTraderKey) },
    }),
  };
}

export type MatchPeopleValues = readonly [
  ...organizations: OrganizationHitsValues,
  linkedInSlugs: readonly string[],
  /** A name asked for in an organization: one element of each array for each value that may find the organization. */
  items: readonly number[],
  kinds: readonly IdentifierKind[],
  values: readonly string[],
  firstNames: readonly string[],
  /** Last words of the levelled names. */
  surnames: readonly string[],
];

/** A batch as parameters of matchPeopleStatement; an item is known by its index. */
export function matchPeopleValues(questions: readonly PersonQuestion[]): MatchPeopleValues {
  const slugs = new Set<string>();
  const candidates: Candidate[] = [];
  const items: number[] = [];
  const firstNames: string[] = [];
  const surnames: string[] = [];
  for (const [item, { linkedInSlug, named }] of questions.entries()) {
    if (linkedInSlug !== undefined) slugs.add(linkedInSlug);
    if (named === undefined) continue;
    const { first } = nameKeys(named.levelledName);
    const surname = named.levelledName.slice(named.levelledName.lastIndexOf(' ') + 1);
    for (const candidate of named.candidates) {
      candidates.push(candidate);
      items.push(item);
      firstNames.push(first);
      surnames.push(surname);
    }
  }
  const kinds = candidates.map(({ kind }) => kind);
  const values = candidates.map(({ value }) => value);
  return [...toHitsValues(candidates), [...slugs], items, kinds, values, firstNames, surnames];
}

export function indexPeople(rows: readonly MatchPeopleRow[]): PeopleFound {
  const organizations: OrganizationFound[] = [];
  const bySlug = new Map<string, SortedContact[]>();
  const byItem = new Map<number, SortedContact[]>();
  for (const row of rows) {
    if (row.found === 'organization') organizations.push(row);
    else if (row.found === 'name') append(byItem, row.item, row);
    else if (row.linked_in_slug !== null) append(bySlug, row.linked_in_slug, row);
  }
  return { organizations: indexHits(organizations), bySlug, byItem };
}

function append<Key>(lists: Map<Key, SortedContact[]>, key: Key, contact: SortedContact): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [contact]);
  else list.push(contact);
}

/** The one person who fits the first identifier that hits, or the candidates where several do. */
export function choosePerson(question: PersonQuestion, item: number, found: PeopleFound): search.PersonMatch {
  const onPage = question.linkedInSlug === undefined ? undefined : found.bySlug.get(question.linkedInSlug);
  if (onPage !== undefined) return fitting(onPage, 'MATCHED_BY_LINKED_IN_URL');
  if (question.named === undefined) return nobody('OUTCOME_PERSON_NOT_FOUND');
  const { levelledName, candidates } = question.named;
  const organization = firstHit(candidates, found.organizations)?.hit;
  if (organization === undefined) return nobody('OUTCOME_ORGANIZATION_NOT_FOUND');
  const namesakes = found.byItem.get(item) ?? [];
  const people = namesakes.filter(
    (contact) =>
      contact.organization_id === organization.organization_id &&
      namesMatch(levelledName, contact.sort_key.slice(SORT_KEY_FLAGS)),
  );
  return people.length === 0 ? nobody('OUTCOME_PERSON_NOT_FOUND') : fitting(people, 'MATCHED_BY_NAME');
}

function fitting(people: readonly SortedContact[], matchedBy: search.MatchedBy): search.PersonMatch {
  const sorted = people.toSorted(
    (a, b) => compareByCodePoint(a.sort_key, b.sort_key) || compareByCodePoint(a.id, b.id),
  );
  return {
    outcome: people.length === 1 ? 'OUTCOME_MATCHED' : 'OUTCOME_AMBIGUOUS',
    matchedBy,
    contacts: sorted.slice(0, MAX_CANDIDATES).map((row) => toContact(row, row.organization_id, row.organization_name)),
  };
}

function nobody(outcome: 'OUTCOME_PERSON_NOT_FOUND' | 'OUTCOME_ORGANIZATION_NOT_FOUND'): search.PersonMatch {
  return { outcome, matchedBy: 'MATCHED_BY_UNSPECIFIED', contacts: [] };
}
