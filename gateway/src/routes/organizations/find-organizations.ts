import type { search } from '@prospecting/protos';
import type { OperationRequest, RouteOptions } from '../operation.js';
import { inPlaces } from '../places.js';
import { foundOrganization, type FoundOrganization } from '../present/organization.js';

/** What each query finds, in its place. */
export async function findOrganizations(
  { reads, numberGuard }: Pick<RouteOptions, 'reads' | 'numberGuard'>,
  { key, call }: Pick<OperationRequest<unknown>, 'key' | 'call'>,
  queries: readonly (search.OrganizationIdentifiers | undefined)[],
): Promise<(FoundOrganization | undefined)[]> {
  const lookedFor = await numberGuard.withhold(key.account.id, queries, call);
  const matches = await inPlaces(lookedFor, (asked) => reads.matchOrganizations(asked, call));
  return queries.map((query, index) => foundOrganization(query, matches[index]));
}
