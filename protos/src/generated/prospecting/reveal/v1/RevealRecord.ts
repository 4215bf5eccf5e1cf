// Original file: prospecting/reveal/v1/reveal.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type { Long } from '@grpc/proto-loader';

export interface RevealRecord {
  subject?: string;
  subjectId?: string;
  infoType?: string;
  millicredits?: number | string | Long;
  attemptId?: string;
  revealedAt?: _google_protobuf_Timestamp | null;
  expiresAt?: _google_protobuf_Timestamp | null;
  attemptMillicredits?: number | string | Long;
  attemptAt?: _google_protobuf_Timestamp | null;
  dueToExpireAt?: _google_protobuf_Timestamp | null;
  _attemptMillicredits?: 'attemptMillicredits';
  _attemptAt?: 'attemptAt';
}

export interface RevealRecord__Output {
  subject: string;
  subjectId: string;
  infoType: string;
  millicredits: number;
  attemptId: string;
  revealedAt: _google_protobuf_Timestamp__Output | null;
  expiresAt: _google_protobuf_Timestamp__Output | null;
  attemptMillicredits?: number;
  attemptAt?: _google_protobuf_Timestamp__Output | null;
  dueToExpireAt: _google_protobuf_Timestamp__Output | null;
}
