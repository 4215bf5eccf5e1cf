// Original file: prospecting/reveal/v1/reveal.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type { Long } from '@grpc/proto-loader';

export interface OperationRecord {
  operationId?: string;
  attemptId?: string;
  at?: _google_protobuf_Timestamp | null;
  plannedMillicredits?: number | string | Long;
  attemptMillicredits?: number | string | Long;
  attemptAt?: _google_protobuf_Timestamp | null;
  _attemptMillicredits?: 'attemptMillicredits';
  _attemptAt?: 'attemptAt';
}

export interface OperationRecord__Output {
  operationId: string;
  attemptId: string;
  at: _google_protobuf_Timestamp__Output | null;
  plannedMillicredits: number;
  attemptMillicredits?: number;
  attemptAt?: _google_protobuf_Timestamp__Output | null;
}
