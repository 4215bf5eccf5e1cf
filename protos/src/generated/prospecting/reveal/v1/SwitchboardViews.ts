// Original file: prospecting/reveal/v1/reveal.proto

import type {
  SwitchboardView as _prospecting_reveal_v1_SwitchboardView,
  SwitchboardView__Output as _prospecting_reveal_v1_SwitchboardView__Output,
} from '../../../prospecting/reveal/v1/SwitchboardView.js';

export interface SwitchboardViews {
  views?: _prospecting_reveal_v1_SwitchboardView[];
}

export interface SwitchboardViews__Output {
  views: _prospecting_reveal_v1_SwitchboardView__Output[];
}
