// Original file: prospecting/reveal/v1/reveal.proto

/**
 * The kinds of records that have something to reveal.
 */
export const SubjectKind = {
  SUBJECT_KIND_UNSPECIFIED: 'SUBJECT_KIND_UNSPECIFIED',
  SUBJECT_KIND_CONTACT: 'SUBJECT_KIND_CONTACT',
  SUBJECT_KIND_SWITCHBOARD: 'SUBJECT_KIND_SWITCHBOARD',
  SUBJECT_KIND_ORGANIZATION: 'SUBJECT_KIND_ORGANIZATION',
} as const;

/**
 * The kinds of records that have something to reveal.
 */
export type SubjectKind =
  | 'SUBJECT_KIND_UNSPECIFIED'
  | 0
  | 'SUBJECT_KIND_CONTACT'
  | 1
  | 'SUBJECT_KIND_SWITCHBOARD'
  | 2
  | 'SUBJECT_KIND_ORGANIZATION'
  | 3;

/**
 * The kinds of records that have something to reveal.
 */
export type SubjectKind__Output = (typeof SubjectKind)[keyof typeof SubjectKind];
