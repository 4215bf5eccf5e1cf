// Original file: prospecting/reveal/v1/reveal.proto

import type {
  ReachableView as _prospecting_reveal_v1_ReachableView,
  ReachableView__Output as _prospecting_reveal_v1_ReachableView__Output,
} from '../../../prospecting/reveal/v1/ReachableView.js';

export interface ContactViews {
  views?: _prospecting_reveal_v1_ReachableView[];
}

export interface ContactViews__Output {
  views: _prospecting_reveal_v1_ReachableView__Output[];
}
