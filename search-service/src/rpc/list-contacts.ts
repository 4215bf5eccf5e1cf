import type { search } from '@prospecting/protos';
import { indexHits, toHitsValues } from '../matching/candidates.js';
import {
  candidatesOfPage,
  choosePage,
  groupByPage,
  listContactPagesValues,
  noPage,
  pageQuestion,
  toContactsPage,
  type PageFound,
} from '../matching/contact-pages.js';
import type { ContactPageRow } from '../matching/records.js';
import { listContactPagesStatement } from '../sql/list-contact-pages.js';
import { matchOrganizationsStatement } from '../sql/match-organizations.js';
import type { SearchContext } from './context.js';

/**
 * Two statements for the whole batch: which organizations, then all their pages. Throws service_unavailable when the directory
 * cannot answer.
 */
export async function listContacts(
  context: SearchContext,
  request: search.ListContactsRequest,
): Promise<search.ListContactsResponse> {
  const { pool, cursors, soleTraderKey } = context;
  const { accountId, limit, targetRoles } = request;
  const questions = request.items.map((item) => pageQuestion(item, accountId, cursors, soleTraderKey));
  const hits = await matchOrganizationsStatement.run(pool, toHitsValues(questions.flatMap(candidatesOfPage)));
  const index = indexHits(hits);
  const chosen = questions.map((question) => choosePage(question, index, limit));
  const found = chosen.filter((page) => typeof page !== 'string');
  const rows = await readPages(context, found, targetRoles);
  let next = 0;
  return {
    pages: chosen.map((page) =>
      typeof page === 'string'
        ? noPage(page)
        : toContactsPage(page, rows[next++] ?? [], (position) => cursors.encode(accountId, position)),
    ),
  };
}

async function readPages(
  { pool }: SearchContext,
  pages: readonly PageFound[],
  targetRoles: readonly string[],
): Promise<ContactPageRow[][]> {
  if (pages.length === 0) return [];
  const positions = pages.map((page) => page.position);
  const rows = await listContactPagesStatement.run(pool, listContactPagesValues(positions, targetRoles));
  return groupByPage(rows, pages.length);
}
