// Original file: prospecting/reveal/v1/reveal.proto

import type {
  SwitchboardViews as _prospecting_reveal_v1_SwitchboardViews,
  SwitchboardViews__Output as _prospecting_reveal_v1_SwitchboardViews__Output,
} from '../../../prospecting/reveal/v1/SwitchboardViews.js';

export interface ViewSwitchboardsResponse {
  /**
   * One for each query, in request order.
   */
  answers?: _prospecting_reveal_v1_SwitchboardViews[];
}

export interface ViewSwitchboardsResponse__Output {
  /**
   * One for each query, in request order.
   */
  answers: _prospecting_reveal_v1_SwitchboardViews__Output[];
}
