import type { MatchedBy } from '@prospecting/openapi';
import type { search } from '@prospecting/protos';

const NAMES: Readonly<Record<Exclude<search.MatchedBy, 'MATCHED_BY_UNSPECIFIED'>, MatchedBy>> = {
  MATCHED_BY_ID: 'id',
  MATCHED_BY_ORG_NUMBER: 'orgNumber',
  MATCHED_BY_LINKED_IN_URL: 'linkedInUrl',
  MATCHED_BY_DOMAIN: 'domain',
  MATCHED_BY_EMAIL: 'email',
  MATCHED_BY_NAME: 'name',
  MATCHED_BY_CURSOR: 'cursor',
};

/** `matchedBy` as results show it. */
export function matchedByName(matchedBy: search.MatchedBy): MatchedBy {
  if (matchedBy === 'MATCHED_BY_UNSPECIFIED') throw new Error('a match does not say what it matched by');
  return NAMES[matchedBy];
}
