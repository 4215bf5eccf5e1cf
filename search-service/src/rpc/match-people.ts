import type { search } from '@prospecting/protos';
import { choosePerson, indexPeople, matchPeopleValues, toPersonQuery } from '../matching/people.js';
import { selectPeopleHits } from '../sql/select-people-hits.js';
import type { SearchDependencies } from './dependencies.js';

/**
 * Matches people in one statement for the whole batch. Throws `service_unavailable` when the
 * directory cannot answer.
 */
export async function matchPeople(
  { directory, soleTraderKey }: SearchDependencies,
  { items }: search.MatchPeopleRequest,
): Promise<search.MatchPeopleResponse> {
  const queries = items.map((item) => toPersonQuery(item, soleTraderKey));
  const found = indexPeople(await selectPeopleHits.run(directory.forCall(), matchPeopleValues(queries)));
  return { matches: queries.map((query, item) => choosePerson(query, item, found)) };
}
