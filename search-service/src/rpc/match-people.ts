import type { search } from '@prospecting/protos';
import { choosePerson, indexPeople, matchPeopleValues, personQuestion } from '../matching/people.js';
import { matchPeopleStatement } from '../sql/match-people.js';
import type { SearchContext } from './context.js';

/** One statement for the whole batch. Throws service_unavailable when the directory cannot answer. */
export async function matchPeople(
  { pool, soleTraderKey }: SearchContext,
  { items }: search.MatchPeopleRequest,
): Promise<search.MatchPeopleResponse> {
  const questions = items.map((item) => personQuestion(item, soleTraderKey));
  const found = indexPeople(await matchPeopleStatement.run(pool, matchPeopleValues(questions)));
  return { matches: questions.map((question, item) => choosePerson(question, item, found)) };
}
