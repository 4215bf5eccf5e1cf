// Original file: prospecting/reveal/v1/reveal.proto

import type {
  EmailAnswer as _prospecting_reveal_v1_EmailAnswer,
  EmailAnswer__Output as _prospecting_reveal_v1_EmailAnswer__Output,
} from '../../../prospecting/reveal/v1/EmailAnswer.js';

export interface FindContactsByEmailResponse {
  /**
   * One for each query, in request order.
   */
  answers?: _prospecting_reveal_v1_EmailAnswer[];
}

export interface FindContactsByEmailResponse__Output {
  /**
   * One for each query, in request order.
   */
  answers: _prospecting_reveal_v1_EmailAnswer__Output[];
}
