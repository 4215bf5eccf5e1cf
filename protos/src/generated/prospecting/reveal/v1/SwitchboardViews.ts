// Original file: prospecting/reveal/v1/reveal.proto

import type {
  SwitchboardView as _prospecting_reveal_v1_SwitchboardView,
  SwitchboardView__Output as _prospecting_reveal_v1_SwitchboardView__Output,
} from '../../../prospecting/reveal/v1/SwitchboardView.js';

export interface SwitchboardViews {
  /**
   * One for each organization id of the query, in its order.
   */
  views?: _prospecting_reveal_v1_SwitchboardView[];
}

export interface SwitchboardViews__Output {
  /**
   * One for each organization id of the query, in its order.
   */
  views: _prospecting_reveal_v1_SwitchboardView__Output[];
}
