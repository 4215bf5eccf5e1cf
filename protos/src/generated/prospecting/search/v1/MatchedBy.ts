// Original file: prospecting/search/v1/search.proto

export const MatchedBy = {
  MATCHED_BY_UNSPECIFIED: 'MATCHED_BY_UNSPECIFIED',
  MATCHED_BY_ID: 'MATCHED_BY_ID',
  MATCHED_BY_ORG_NUMBER: 'MATCHED_BY_ORG_NUMBER',
  MATCHED_BY_LINKED_IN_URL: 'MATCHED_BY_LINKED_IN_URL',
  MATCHED_BY_DOMAIN: 'MATCHED_BY_DOMAIN',
  MATCHED_BY_EMAIL: 'MATCHED_BY_EMAIL',
  MATCHED_BY_NAME: 'MATCHED_BY_NAME',
  MATCHED_BY_CURSOR: 'MATCHED_BY_CURSOR',
} as const;

export type MatchedBy =
  | 'MATCHED_BY_UNSPECIFIED'
  | 0
  | 'MATCHED_BY_ID'
  | 1
  | 'MATCHED_BY_ORG_NUMBER'
  | 2
  | 'MATCHED_BY_LINKED_IN_URL'
  | 3
  | 'MATCHED_BY_DOMAIN'
  | 4
  | 'MATCHED_BY_EMAIL'
  | 5
  | 'MATCHED_BY_NAME'
  | 6
  | 'MATCHED_BY_CURSOR'
  | 7;

export type MatchedBy__Output = (typeof MatchedBy)[keyof typeof MatchedBy];
