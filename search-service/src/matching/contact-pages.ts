import type { search } from '@prospecting/protos';
import { candidatesOf, idCandidate, type Candidate, type Hits } from './candidates.js';
import { toContact } from './contact.js';
import type { CursorCodec, CursorPosition } from './cursor.js';
import { chooseOrganization, toOrganization } from './organization-match.js';
import type { ContactPageRow, OrganizationHit } from './records.js';

/** An item read once: a first page, a page after a cursor, or a cursor that is not one of ours. */
export type PageQuestion =
  | { readonly page: 'first'; readonly candidates: readonly Candidate[] }
  | { readonly page: 'next'; readonly candidates: readonly Candidate[]; readonly position: CursorPosition }
  | { readonly page: 'none' };

/** A page that there is: of which organization, and where it begins. */
export interface PageFound {
  readonly match: search.OrganizationMatch;
  readonly organization: search.Organization;
  readonly position: CursorPosition;
}

type NoPage = 'OUTCOME_NOT_FOUND' | 'OUTCOME_INVALID_CURSOR';

const MAX_PAGE_SIZE = 50;

/** Where an organization's list begins. Throws RangeError for a page size that is not 1 to 50. */
export function firstPage(organizationId: string, pageSize: number): CursorPosition {
  if (pageSize < 1 || pageSize > MAX_PAGE_SIZE) throw new RangeError(`no page has ${pageSize} contacts`);
  // Before every contact: sort keys are never empty.
  return { organizationId, pageSize, afterSortKey: '', afterId: '00000000-0000-0000-0000-000000000000' };
}

export function pageQuestion(
  item: search.ContactsPageItem,
  accountId: string,
  cursors: CursorCodec,
  soleTraderKey: string,
): PageQuestion {
  const candidates = candidatesOf(item.identifiers, soleTraderKey);
  if (item.cursor === undefined) return { page: 'first', candidates };
  const position = cursors.decode(accountId, item.cursor);
  return position === undefined ? { page: 'none' } : { page: 'next', candidates, position };
}

/** What must be looked up to answer the question: its identifiers and its cursor's organization. */
export function candidatesOfPage(question: PageQuestion): readonly Candidate[] {
  switch (question.page) {
    case 'first':
      return question.candidates;
    case 'next':
      return [...question.candidates, idCandidate(question.position.organizationId)];
    case 'none':
      return [];
  }
}

/** The page that a question is about, or why there is none. */
export function choosePage(question: PageQuestion, hits: Hits<OrganizationHit>, pageSize: number): PageFound | NoPage {
  if (question.page === 'none') return 'OUTCOME_INVALID_CURSOR';
  const { candidates } = question;
  const match = chooseOrganization(candidates, hits);
  if (question.page === 'first') {
    const { organization } = match;
    if (!organization) return 'OUTCOME_NOT_FOUND';
    return { match, organization, position: firstPage(organization.id, pageSize) };
  }
  const { position } = question;
  // Identifiers beside a cursor must name its organization; naming none is as wrong as naming another.
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

/** One element of each array for each page. */
export type ListContactPagesValues = readonly [
  organizationIds: readonly string[],
  /** The row that a page comes after; '' and the nil UUID before the first. */
  afterSortKeys: readonly string[],
  afterIds: readonly string[],
  rowLimits: readonly number[],
  /** Role codes; empty lists every contact. */
  targetRoles: readonly string[],
];

/** Pages as parameters of listContactPagesStatement. One row more than a page holds tells whether it is the last. */
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

/** The rows of each page, in the order of the pages. */
export function groupByPage(rows: readonly ContactPageRow[], pages: number): ContactPageRow[][] {
  const groups = Array.from({ length: pages }, (): ContactPageRow[] => []);
  for (const row of rows) groups[row.page]?.push(row);
  return groups;
}

export function noPage(outcome: NoPage): search.ContactsPage {
  return { outcome, match: null, contacts: [], totalCount: 0 };
}

/** The page as it is answered, from its rows in order. */
export function toContactsPage(
  { match, organization, position }: PageFound,
  rows: readonly ContactPageRow[],
  toCursor: (position: CursorPosition) => string,
): search.ContactsPage {
  const contacts = rows.filter((row) => row.id !== null);
  const shown = contacts.slice(0, position.pageSize);
  const page: search.ContactsPage = {
    outcome: 'OUTCOME_MATCHED',
    match,
    contacts: shown.map((row) => toContact(row, organization.id, organization.name)),
    totalCount: rows[0]?.total_count ?? 0,
  };
  const last = shown.at(-1);
  if (last !== undefined && contacts.length > shown.length) {
    page.nextCursor = toCursor({ ...position, afterSortKey: last.sort_key, afterId: last.id });
  }
  return page;
}
