import type { Queryable } from '@prospecting/platform/postgres';
import type { search } from '@prospecting/protos';
import { indexHits, toHitsValues } from '../matching/candidates.js';
import {
  candidatesOfPage,
  choosePage,
  groupByPage,
  lacksItsOrganization,
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
  const { directory, cursors, soleTraderKey } = context;
  const { accountId, limit, targetRoles } = request;
  const queries = request.items.map((item) => toPageQuery(item, accountId, cursors, soleTraderKey));
  const wanted = toHitsValues(queries.flatMap(candidatesOfPage));
  let server = directory.forCall();
  let index = indexHits(await selectOrganizationHits.run(server, wanted));
  // A cursor proves that its organization was on record. One that is not there may not have reached
  // this replica yet.
  if (server !== directory.primary && queries.some((query) => lacksItsOrganization(query, index))) {
    server = directory.primary;
    index = indexHits(await selectOrganizationHits.run(server, wanted));
  }
  const chosen = queries.map((query) => choosePage(query, index, limit));
  const found = chosen.filter((page) => typeof page !== 'string');
  const rows = await readPages(server, found, targetRoles);
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
  server: Queryable,
  pages: readonly FoundPage[],
  targetRoles: readonly string[],
): Promise<ContactPageRow[][]> {
  if (pages.length === 0) return [];
  const positions = pages.map((page) => page.position);
  const rows = await selectContactPages.run(server, listContactPagesValues(positions, targetRoles));
  return groupByPage(rows, pages.length);
}
