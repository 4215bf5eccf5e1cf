import type { search } from '@prospecting/protos';
import { indexHits, toHitsValues } from '../matching/candidates.js';
import {
  candidatesOfPage,
  choosePage,
  groupByPage,
  listContactPagesValues,
  noPage,
  toPageQuery,
  toContactsPage,
  type FoundPage,
} from '../matching/contact-pages.js';
import type { ContactPageRow } from '../matching/records.js';
import { selectContactPages } from '../sql/select-contact-pages.js';
import { selectOrganizationHits } from '../sql/select-organization-hits.js';
import type { SearchDependencies } from './dependencies.js';

/**
 * Lists contact pages in two statements for the whole batch: one finds the organizations, one reads
 * all their pages. Throws `service_unavailable` when the directory cannot answer.
 */
export async function listContacts(
  context: SearchDependencies,
  request: search.ListContactsRequest,
): Promise<search.ListContactsResponse> {
  const { pool, cursors, soleTraderKey } = context;
  const { accountId, limit, targetRoles } = request;
  const queries = request.items.map((item) => toPageQuery(item, accountId, cursors, soleTraderKey));
  const hits = await selectOrganizationHits.run(pool, toHitsValues(queries.flatMap(candidatesOfPage)));
  const index = indexHits(hits);
  const chosen = queries.map((query) => choosePage(query, index, limit));
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
  { pool }: SearchDependencies,
  pages: readonly FoundPage[],
  targetRoles: readonly string[],
): Promise<ContactPageRow[][]> {
  if (pages.length === 0) return [];
  const positions = pages.map((page) => page.position);
  const rows = await selectContactPages.run(pool, listContactPagesValues(positions, targetRoles));
  return groupByPage(rows, pages.length);
}
