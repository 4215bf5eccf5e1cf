// Original file: prospecting/reveal/v1/reveal.proto

import type {
  EmailQuery as _prospecting_reveal_v1_EmailQuery,
  EmailQuery__Output as _prospecting_reveal_v1_EmailQuery__Output,
} from '../../../prospecting/reveal/v1/EmailQuery.js';

export interface FindContactsByEmailRequest {
  queries?: _prospecting_reveal_v1_EmailQuery[];
}

export interface FindContactsByEmailRequest__Output {
  queries: _prospecting_reveal_v1_EmailQuery__Output[];
}
