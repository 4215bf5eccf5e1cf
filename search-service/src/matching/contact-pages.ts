import { NIL_UUID } from '@prospecting/platform/uuid';
import type { search } from '@prospecting/protos';
import { candidatesOf, idCandidate, type Candidate, type Hits } from './candidates.js';
import { toContact } from './contact.js';
import type { CursorCodec, CursorPosition } from './cursor.js';
import { chooseOrganization, toOrganization } from './organization-match.js';
import type { ContactPageRow, OrganizationHitRow } from './records.js';

/** A parsed item: a first page, a page after a cursor, or an invalid cursor. */
export type PageQuery =
  | { readonly page: 'first'; readonly candidates: readonly Candidate[] }
  | { readonly page: 'next'; readonly candidates: readonly Candidate[]; readonly position: CursorPosition }
  | { readonly page: 'invalid' };

/** A page to read: its organization and its start. */
export interface FoundPage {
  readonly match: search.OrganizationMatch;
  readonly organization: search.Organization;
  readonly position: CursorPosition;
}

type NoPage = 'OUTCOME_NOT_FOUND' | 'OUTCOME_INVALID_CURSOR';

const MAX_PAGE_SIZE = 50;

/**
 * Returns the start of an organization's list. Throws RangeError unless the page size is 1 to 50.
 */
export function firstPage(organizationId: string, pageSize: number): CursorPosition {
  if (pageSize < 1 || pageSize > MAX_PAGE_SIZE)
    throw new RangeError(`the page size must be 1 to ${MAX_PAGE_SIZE}, not ${pageSize}`);
  // Sorts before every contact, since sort keys are never empty.
  return { organizationId, pageSize, afterSortKey: '', afterId: NIL_UUID };
}

export function toPageQuery(
  item: search.ContactsPageItem,
  accountId: string,
  cursors: CursorCodec,
  soleTraderKey: string,
): PageQuery {
  const candidates = candidatesOf(item.identifiers, soleTraderKey);
  if (item.cursor === undefined) return { page: 'first', candidates };
  const position = cursors.decode(accountId, item.cursor);
  return position === undefined ? { page: 'invalid' } : { page: 'next', candidates, position };
}

/**
 * Returns what must be looked up to answer a request: its identifiers and its cursor's
 * organization.
 */
export function candidatesOfPage(query: PageQuery): readonly Candidate[] {
  switch (query.page) {
    case 'first':
      return query.candidates;
    case 'next':
      return [...query.candidates, idCandidate(query.position.organizationId)];
    case 'invalid':
      return [];
  }
}

/** True when a page after a cursor is asked for, and its organization was not found. */
export function lacksItsOrganization(query: PageQuery, hits: Hits<OrganizationHitRow>): boolean {
  return query.page === 'next' && !hits.id.has(query.position.organizationId);
}

/** Returns the page to read for a request, or the reason why there is none. */
export function choosePage(query: PageQuery, hits: Hits<OrganizationHitRow>, pageSize: number): FoundPage | NoPage {
  if (query.page === 'invalid') return 'OUTCOME_INVALID_CURSOR';
  const { candidates } = query;
  const match = chooseOrganization(candidates, hits);
  if (query.page === 'first') {
    const { organization } = match;
    if (!organization) return 'OUTCOME_NOT_FOUND';
    return { match, organization, position: firstPage(organization.id, pageSize) };
  }
  const { position } = query;
  // Identifiers beside a cursor must name its organization. Naming none is as wrong as naming
  // another.
  if (candidates.length > 0 && match.organization?.id !== position.organizationId) return 'OUTCOME_INVALID_CURSOR';
  const hit = hits.id.get(position.organizationId);
  if (hit === undefined) return 'OUTCOME_NOT_FOUND';
  const organization = toOrganization(hit);
  return {
    match: candidates.length > 0 ? match : { organization, matchedBy: 'MATCHED_BY_CURSOR' },
    organization,
    position,
  };
}

/** Parameters of selectContactPages. The first four arrays have one element per page. */
export type ListContactPagesValues = readonly [
  organizationIds: readonly string[],
  /** The row after which a page starts; '' and the nil UUID for a first page. */
  afterSortKeys: readonly string[],
  afterIds: readonly string[],
  rowLimits: readonly number[],
  /** Role codes. Empty: every contact. */
  targetRoles: readonly string[],
];

/**
 * Returns the parameters of selectContactPages. Reads one row more than a page holds, to learn
 * whether it is the last page.
 */
export function listContactPagesValues(
  positions: readonly CursorPosition[],
  targetRoles: readonly string[],
): ListContactPagesValues {
  return [
    positions.map((position) => position.organizationId),
    positions.map((position) => position.afterSortKey),
    positions.map((position) => position.afterId),
    positions.map((position) => position.pageSize + 1),
    targetRoles,
  ];
}

/** Returns the rows of each page, in the order of the pages. */
export function groupByPage(rows: readonly ContactPageRow[], pages: number): ContactPageRow[][] {
  const groups = Array.from({ length: pages }, (): ContactPageRow[] => []);
  for (const row of rows) groups[row.page]?.push(row);
  return groups;
}

export function noPage(outcome: NoPage): search.ContactsPage {
  return { outcome, match: null, contacts: [], totalCount: 0 };
}

/** Returns the page of the response, from its rows in order. */
export function toContactsPage(
  { match, organization, position }: FoundPage,
  rows: readonly ContactPageRow[],
  toCursor: (position: CursorPosition) => string,
): search.ContactsPage {
  const contacts = rows.filter((row) => row.id !== null);
  const shown = contacts.slice(0, position.pageSize);
  const page: search.ContactsPage = {
    outcome: 'OUTCOME_MATCHED',
    match,
    contacts: shown.map((row) => toContact(row, organization.id, organization.name)),
    totalCount: rows[0]?.totalCount ?? 0,
  };
  const last = shown.at(-1);
  if (last !== undefined && contacts.length > shown.length) {
    page.nextCursor = toCursor({ ...position, afterSortKey: last.sortKey, afterId: last.id });
  }
  return page;
}
