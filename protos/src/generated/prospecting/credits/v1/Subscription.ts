// Original file: prospecting/credits/v1/credits.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type { Long } from '@grpc/proto-loader';

/**
 * The monthly allowance of an account.
 */
export interface Subscription {
  /**
   * The included allowance of each month, in 1/1000 credit.
   */
  includedMillicredits?: number | string | Long;
  /**
   * When the next monthly reset is due.
   */
  renewsAt?: _google_protobuf_Timestamp | null;
}

/**
 * The monthly allowance of an account.
 */
export interface Subscription__Output {
  /**
   * The included allowance of each month, in 1/1000 credit.
   */
  includedMillicredits: number;
  /**
   * When the next monthly reset is due.
   */
  renewsAt: _google_protobuf_Timestamp__Output | null;
}
