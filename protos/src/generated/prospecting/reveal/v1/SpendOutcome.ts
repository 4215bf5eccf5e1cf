// Original file: prospecting/reveal/v1/reveal.proto

import type {
  SubjectOutcome as _prospecting_reveal_v1_SubjectOutcome,
  SubjectOutcome__Output as _prospecting_reveal_v1_SubjectOutcome__Output,
} from '../../../prospecting/reveal/v1/SubjectOutcome.js';
import type { Long } from '@grpc/proto-loader';

export interface SpendOutcome {
  subjects?: _prospecting_reveal_v1_SubjectOutcome[];
  quotedMillicredits?: number | string | Long;
  chargedMillicredits?: number | string | Long;
  remainingMillicredits?: number | string | Long;
  _remainingMillicredits?: 'remainingMillicredits';
}

export interface SpendOutcome__Output {
  subjects: _prospecting_reveal_v1_SubjectOutcome__Output[];
  quotedMillicredits: number;
  chargedMillicredits: number;
  remainingMillicredits?: number;
}
