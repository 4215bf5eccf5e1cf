import type { Call } from '@prospecting/platform/grpc';
import type { search } from '@prospecting/protos';
import type { Reads } from '../../upstream/index.js';
import { inPlaces } from '../places.js';
import { foundOrganization, type FoundOrganization } from '../present/organization.js';

/** What each query finds, in its place. */
export async function findOrganizations(
  reads: Pick<Reads, 'matchOrganizations'>,
  queries: readonly (search.OrganizationIdentifiers | undefined)[],
  call: Call,
): Promise<(FoundOrganization | undefined)[]> {
  const matches = await inPlaces(queries, (asked) => reads.matchOrganizations(asked, call));
  return queries.map((query, index) => foundOrganization(query, matches[index]));
}
