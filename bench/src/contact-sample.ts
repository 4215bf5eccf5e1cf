import { personPageUrl } from '@prospecting/directory/identifiers';
import { statement, type Queryable } from '@prospecting/platform/postgres';
import type { Random } from '@prospecting/platform/random';
import type { DrawnItem } from './bodies.js';
import { checkResponse, expectedResult } from './expectation.js';
import type { Batch } from './http-batches.js';
import type { Workload } from './workload.js';

/** A contact of the data set by which people are searched. */
interface KnownPerson {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly linkedInSlug: string;
}

/**
 * Selects the contact with a LinkedIn page of nobody else at or after each id. Locks nothing.
 * Served by contacts_pkey and contacts_linked_in_slug_idx.
 */
const selectPeople = statement<[ids: readonly string[]], KnownPerson>(
  'bench_select_people',
  `select distinct c.id, c.name, c.organization_id as "organizationId", c.linked_in_slug as "linkedInSlug"
  from unnest($1::uuid[]) as requested (id)
  cross join lateral (
    select each.* from directory.contacts each
    where each.id >= requested.id and each.linked_in_slug is not null
    order by each.id limit 1
  ) c
  where not exists (
    select from directory.contacts other where other.linked_in_slug = c.linked_in_slug and other.id <> c.id
  )
  order by c.id`,
);

/** Counts the contacts of organizations. Locks nothing. Served by contacts_organization_sort_idx. */
const countContacts = statement<[ids: readonly string[]], { readonly id: string; readonly count: number }>(
  'bench_count_contacts',
  `select organization_id as id, count(*) as count from directory.contacts
  where organization_id = any($1::uuid[]) group by organization_id`,
);

const ITEMS = 25;
/** The length of a contact page. */
const PAGE = 20;

/** Draws requests of people/match: half by LinkedIn page, half by name and organization. */
export async function drawPeople(on: Queryable, bodies: number, random: Random): Promise<Batch[]> {
  const ids = Array.from({ length: bodies * ITEMS }, () => random.uuid());
  const people = await selectPeople.run(on, [ids]);
  return Array.from({ length: bodies }, () => personBatch(Array.from({ length: ITEMS }, () => random.pick(people))));
}

function personBatch(people: readonly KnownPerson[]): Batch {
  const items = people.map(({ name, organizationId, linkedInSlug }, index) =>
    index % 2 === 0
      ? { ref: String(index), linkedInUrl: personPageUrl(linkedInSlug) }
      : { ref: String(index), name, organization: { id: organizationId } },
  );
  return { body: { items }, check: (answer) => checkPeople(answer, people) };
}

interface PersonAnswer {
  readonly results?: readonly {
    readonly ref?: string;
    readonly contact?: { readonly id?: string };
    readonly candidates?: readonly { readonly id?: string }[];
  }[];
}

/**
 * Compares a parsed answer of people/match with the people asked for. A namesake in the same
 * organization makes a result ambiguous. Throws Error naming the first difference.
 */
export function checkPeople(answer: unknown, people: readonly Pick<KnownPerson, 'id'>[]): void {
  const { results } = answer as PersonAnswer;
  if (results?.length !== people.length) throw new Error(`${people.length} people got ${results?.length} results`);
  for (const [index, { id }] of people.entries()) {
    const result = results[index];
    const shown = [result?.contact?.id, ...(result?.candidates ?? []).map((each) => each.id)];
    if (result?.ref !== String(index) || !shown.includes(id)) throw new Error(`item ${index} does not show ${id}`);
  }
}

/** Returns requests for the first contact page of each drawn organization. */
export async function drawPages(on: Queryable, { bodies, owners }: Workload): Promise<Batch[]> {
  const ids = [...new Set(owners.values())];
  const counts = new Map((await countContacts.run(on, [ids])).map(({ id, count }) => [id, count]));
  return bodies.map((items) => pageBatch(items, { bodies, owners }, counts));
}

function pageBatch(items: readonly DrawnItem[], { owners }: Workload, counts: ReadonlyMap<string, number>): Batch {
  const expected = items.map(({ identifiers }) => expectedResult(identifiers, owners));
  return {
    body: { items: items.map(({ query }) => query), limit: PAGE },
    check(answer) {
      checkResponse(answer, expected);
      checkPages(answer, counts);
    },
  };
}

interface PageAnswer {
  readonly results: readonly {
    readonly organization?: { readonly id: string };
    readonly contacts?: readonly object[];
    readonly totalCount?: number;
  }[];
}

/** Compares the pages of a parsed answer with the contacts on record. Throws Error. */
export function checkPages(answer: unknown, counts: ReadonlyMap<string, number>): void {
  for (const { organization, contacts, totalCount } of (answer as PageAnswer).results) {
    if (organization === undefined) continue;
    const count = counts.get(organization.id) ?? 0;
    if (totalCount !== count || contacts?.length !== Math.min(count, PAGE)) {
      throw new Error(`organization ${organization.id} has ${count} contacts, but shows ${contacts?.length}`);
    }
  }
}
