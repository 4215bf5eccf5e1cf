// Original file: prospecting/reveal/v1/reveal.proto

import type {
  OrganizationSubject as _prospecting_reveal_v1_OrganizationSubject,
  OrganizationSubject__Output as _prospecting_reveal_v1_OrganizationSubject__Output,
} from '../../../prospecting/reveal/v1/OrganizationSubject.js';

export interface OrganizationQuery {
  /**
   * UUID.
   */
  accountId?: string;
  subjects?: _prospecting_reveal_v1_OrganizationSubject[];
}

export interface OrganizationQuery__Output {
  /**
   * UUID.
   */
  accountId: string;
  subjects: _prospecting_reveal_v1_OrganizationSubject__Output[];
}
