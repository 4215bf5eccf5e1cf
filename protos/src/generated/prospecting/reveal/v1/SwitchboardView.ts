// Original file: prospecting/reveal/v1/reveal.proto

import type {
  ReachableView as _prospecting_reveal_v1_ReachableView,
  ReachableView__Output as _prospecting_reveal_v1_ReachableView__Output,
} from '../../../prospecting/reveal/v1/ReachableView.js';

export interface SwitchboardView {
  switchboard?: _prospecting_reveal_v1_ReachableView | null;
  _switchboard?: 'switchboard';
}

export interface SwitchboardView__Output {
  switchboard?: _prospecting_reveal_v1_ReachableView__Output | null;
}
