import type { search } from '@prospecting/protos';
import { candidatesOf, indexHits, toHitsValues } from '../matching/candidates.js';
import { chooseOrganization } from '../matching/organization-match.js';
import { selectOrganizationHits } from '../sql/select-organization-hits.js';
import type { SearchDependencies } from './dependencies.js';

/**
 * Matches organizations in one statement for the whole batch. Throws `service_unavailable` when the
 * directory cannot answer.
 */
export async function matchOrganizations(
  { directory, soleTraderKey }: SearchDependencies,
  { items }: search.MatchOrganizationsRequest,
): Promise<search.MatchOrganizationsResponse> {
  const candidates = items.map((item) => candidatesOf(item, soleTraderKey));
  const rows = await selectOrganizationHits.run(directory.forCall(), toHitsValues(candidates.flat()));
  const hits = indexHits(rows);
  return { matches: candidates.map((each) => chooseOrganization(each, hits)) };
}
