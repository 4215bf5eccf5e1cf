import type { search } from '@prospecting/protos';
import type { OperationRequest, RouteOptions } from '../operation.js';
import { foundOrganization, type FoundOrganization } from '../present/organization.js';
import { mapCompacted, type Sparse } from '../sparse.js';

/** Finds the organization of each query. */
export async function findOrganizations(
  { reads, numberGuard }: Pick<RouteOptions, 'reads' | 'numberGuard'>,
  { key, call }: Pick<OperationRequest<unknown>, 'key' | 'call'>,
  queries: Sparse<search.OrganizationIdentifiers>,
): Promise<Sparse<FoundOrganization>> {
  const permitted = await numberGuard.withhold(key.account.id, queries, call);
  const matches = await mapCompacted(permitted, (items) => reads.matchOrganizations(items, call));
  return queries.map((query, index) => foundOrganization(query, matches[index]));
}
