// Original file: prospecting/reveal/v1/reveal.proto

import type {
  SubjectOutcome as _prospecting_reveal_v1_SubjectOutcome,
  SubjectOutcome__Output as _prospecting_reveal_v1_SubjectOutcome__Output,
} from '../../../prospecting/reveal/v1/SubjectOutcome.js';
import type { Long } from '@grpc/proto-loader';

export interface SpendOutcome {
  /**
   * One for each subject, in request order.
   */
  subjects?: _prospecting_reveal_v1_SubjectOutcome[];
  /**
   * The price of the request in 1/1000 credit. Counts each subject once.
   */
  quotedMillicredits?: number | string | Long;
  /**
   * The credits spent, in 1/1000 credit: 0 for a quote, else quoted_millicredits.
   */
  chargedMillicredits?: number | string | Long;
  /**
   * The account's spendable balance after the request, in 1/1000 credit. Absent without a
   * subscription.
   */
  remainingMillicredits?: number | string | Long;
  _remainingMillicredits?: 'remainingMillicredits';
}

export interface SpendOutcome__Output {
  /**
   * One for each subject, in request order.
   */
  subjects: _prospecting_reveal_v1_SubjectOutcome__Output[];
  /**
   * The price of the request in 1/1000 credit. Counts each subject once.
   */
  quotedMillicredits: number;
  /**
   * The credits spent, in 1/1000 credit: 0 for a quote, else quoted_millicredits.
   */
  chargedMillicredits: number;
  /**
   * The account's spendable balance after the request, in 1/1000 credit. Absent without a
   * subscription.
   */
  remainingMillicredits?: number;
}
