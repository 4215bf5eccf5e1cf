// Original file: prospecting/credits/v1/credits.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type { Long } from '@grpc/proto-loader';

export interface Subscription {
  includedMillicredits?: number | string | Long;
  renewsAt?: _google_protobuf_Timestamp | null;
}

export interface Subscription__Output {
  includedMillicredits: number;
  renewsAt: _google_protobuf_Timestamp__Output | null;
}
