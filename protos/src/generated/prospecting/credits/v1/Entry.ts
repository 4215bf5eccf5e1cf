// Original file: prospecting/credits/v1/credits.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type { Long } from '@grpc/proto-loader';

export interface Entry {
  entryId?: number | string | Long;
  at?: _google_protobuf_Timestamp | null;
  kind?: string;
  includedMillicredits?: number | string | Long;
  purchasedMillicredits?: number | string | Long;
  reservationId?: string;
  reference?: string;
  _reservationId?: 'reservationId';
  _reference?: 'reference';
}

export interface Entry__Output {
  entryId: number;
  at: _google_protobuf_Timestamp__Output | null;
  kind: string;
  includedMillicredits: number;
  purchasedMillicredits: number;
  reservationId?: string;
  reference?: string;
}
