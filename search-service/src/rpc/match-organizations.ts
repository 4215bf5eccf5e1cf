import type { search } from '@prospecting/protos';
import { candidatesOf, indexHits, toHitsValues } from '../matching/candidates.js';
import { chooseOrganization } from '../matching/organization-match.js';
import { matchOrganizationsStatement } from '../sql/match-organizations.js';
import type { SearchContext } from './context.js';

/** One statement for the whole batch. Throws service_unavailable when the directory cannot answer. */
export async function matchOrganizations(
  { pool, soleTraderKey }: SearchContext,
  { items }: search.MatchOrganizationsRequest,
): Promise<search.MatchOrganizationsResponse> {
  const candidates = items.map((item) => candidatesOf(item, soleTraderKey));
  const hits = indexHits(await matchOrganizationsStatement.run(pool, toHitsValues(candidates.flat())));
  return { matches: candidates.map((each) => chooseOrganization(each, hits)) };
}
