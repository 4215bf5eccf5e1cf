// Original file: prospecting/credits/v1/credits.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface ListPendingReservationsRequest {
  reservedBefore?: _google_protobuf_Timestamp | null;
  limit?: number;
}

export interface ListPendingReservationsRequest__Output {
  reservedBefore: _google_protobuf_Timestamp__Output | null;
  limit: number;
}
