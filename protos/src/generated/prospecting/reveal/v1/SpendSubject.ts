// Original file: prospecting/reveal/v1/reveal.proto

import type {
  SubjectKind as _prospecting_reveal_v1_SubjectKind,
  SubjectKind__Output as _prospecting_reveal_v1_SubjectKind__Output,
} from '../../../prospecting/reveal/v1/SubjectKind.js';

export interface SpendSubject {
  kind?: _prospecting_reveal_v1_SubjectKind;
  subjectId?: string;
  infoTypes?: string[];
  shownIdentifiers?: string[];
}

export interface SpendSubject__Output {
  kind: _prospecting_reveal_v1_SubjectKind__Output;
  subjectId: string;
  infoTypes: string[];
  shownIdentifiers: string[];
}
