// Original file: prospecting/reveal/v1/reveal.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface SumSpendingRequest {
  /**
   * UUID.
   */
  accountId?: string;
  from?: _google_protobuf_Timestamp | null;
  /**
   * At most 92 days after from.
   */
  to?: _google_protobuf_Timestamp | null;
}

export interface SumSpendingRequest__Output {
  /**
   * UUID.
   */
  accountId: string;
  from: _google_protobuf_Timestamp__Output | null;
  /**
   * At most 92 days after from.
   */
  to: _google_protobuf_Timestamp__Output | null;
}
