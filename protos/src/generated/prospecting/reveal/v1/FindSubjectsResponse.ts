// Original file: prospecting/reveal/v1/reveal.proto

import type {
  FoundReveal as _prospecting_reveal_v1_FoundReveal,
  FoundReveal__Output as _prospecting_reveal_v1_FoundReveal__Output,
} from '../../../prospecting/reveal/v1/FoundReveal.js';
import type {
  FoundOwnedEmail as _prospecting_reveal_v1_FoundOwnedEmail,
  FoundOwnedEmail__Output as _prospecting_reveal_v1_FoundOwnedEmail__Output,
} from '../../../prospecting/reveal/v1/FoundOwnedEmail.js';

export interface FindSubjectsResponse {
  reveals?: _prospecting_reveal_v1_FoundReveal[];
  ownedEmails?: _prospecting_reveal_v1_FoundOwnedEmail[];
  /**
   * The account after which to go on; empty after the last one.
   */
  nextAfter?: string;
}

export interface FindSubjectsResponse__Output {
  reveals: _prospecting_reveal_v1_FoundReveal__Output[];
  ownedEmails: _prospecting_reveal_v1_FoundOwnedEmail__Output[];
  /**
   * The account after which to go on; empty after the last one.
   */
  nextAfter: string;
}
