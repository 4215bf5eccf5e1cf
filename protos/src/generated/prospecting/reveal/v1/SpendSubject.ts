// Original file: prospecting/reveal/v1/reveal.proto

import type {
  SubjectKind as _prospecting_reveal_v1_SubjectKind,
  SubjectKind__Output as _prospecting_reveal_v1_SubjectKind__Output,
} from '../../../prospecting/reveal/v1/SubjectKind.js';

/**
 * A record and what to reveal of it. A request may contain a subject several times; it is charged
 * once.
 */
export interface SpendSubject {
  kind?: _prospecting_reveal_v1_SubjectKind;
  /**
   * UUID of the contact; for a switchboard or an organization, of the organization.
   */
  subjectId?: string;
  /**
   * For contact: email, phone, linkedIn. For switchboard: email, phone. For organization: details.
   */
  infoTypes?: string[];
  /**
   * Only for an organization: the identifiers that its result shows already (see
   * OrganizationSubject).
   */
  shownIdentifiers?: string[];
}

/**
 * A record and what to reveal of it. A request may contain a subject several times; it is charged
 * once.
 */
export interface SpendSubject__Output {
  kind: _prospecting_reveal_v1_SubjectKind__Output;
  /**
   * UUID of the contact; for a switchboard or an organization, of the organization.
   */
  subjectId: string;
  /**
   * For contact: email, phone, linkedIn. For switchboard: email, phone. For organization: details.
   */
  infoTypes: string[];
  /**
   * Only for an organization: the identifiers that its result shows already (see
   * OrganizationSubject).
   */
  shownIdentifiers: string[];
}
