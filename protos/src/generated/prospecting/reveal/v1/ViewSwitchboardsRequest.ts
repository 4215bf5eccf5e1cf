// Original file: prospecting/reveal/v1/reveal.proto

import type {
  SwitchboardQuery as _prospecting_reveal_v1_SwitchboardQuery,
  SwitchboardQuery__Output as _prospecting_reveal_v1_SwitchboardQuery__Output,
} from '../../../prospecting/reveal/v1/SwitchboardQuery.js';

export interface ViewSwitchboardsRequest {
  queries?: _prospecting_reveal_v1_SwitchboardQuery[];
}

export interface ViewSwitchboardsRequest__Output {
  queries: _prospecting_reveal_v1_SwitchboardQuery__Output[];
}
