// Original file: prospecting/search/v1/search.proto

/**
 * The identifier that found a record. The API shows it as `matchedBy`.
 */
export const MatchedBy = {
  /**
   * Nothing was found.
   */
  MATCHED_BY_UNSPECIFIED: 'MATCHED_BY_UNSPECIFIED',
  MATCHED_BY_ID: 'MATCHED_BY_ID',
  MATCHED_BY_ORG_NUMBER: 'MATCHED_BY_ORG_NUMBER',
  MATCHED_BY_LINKED_IN_URL: 'MATCHED_BY_LINKED_IN_URL',
  MATCHED_BY_DOMAIN: 'MATCHED_BY_DOMAIN',
  MATCHED_BY_EMAIL: 'MATCHED_BY_EMAIL',
  MATCHED_BY_NAME: 'MATCHED_BY_NAME',
  /**
   * Contact pages only: the item had a cursor and no identifier.
   */
  MATCHED_BY_CURSOR: 'MATCHED_BY_CURSOR',
} as const;

/**
 * The identifier that found a record. The API shows it as `matchedBy`.
 */
export type MatchedBy =
  /**
   * Nothing was found.
   */
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
  /**
   * Contact pages only: the item had a cursor and no identifier.
   */
  | 'MATCHED_BY_CURSOR'
  | 7;

/**
 * The identifier that found a record. The API shows it as `matchedBy`.
 */
export type MatchedBy__Output = (typeof MatchedBy)[keyof typeof MatchedBy];
