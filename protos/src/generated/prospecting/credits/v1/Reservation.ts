// Original file: prospecting/credits/v1/credits.proto

import type {
  ReservationState as _prospecting_credits_v1_ReservationState,
  ReservationState__Output as _prospecting_credits_v1_ReservationState__Output,
} from '../../../prospecting/credits/v1/ReservationState.js';
import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type { Long } from '@grpc/proto-loader';

export interface Reservation {
  accountId?: string;
  reservationId?: string;
  state?: _prospecting_credits_v1_ReservationState;
  includedMillicredits?: number | string | Long;
  purchasedMillicredits?: number | string | Long;
  capturedMillicredits?: number | string | Long;
  reservedAt?: _google_protobuf_Timestamp | null;
  remainingMillicredits?: number | string | Long;
  existed?: boolean;
  returnedIncludedMillicredits?: number | string | Long;
  returnedPurchasedMillicredits?: number | string | Long;
  ageMs?: number | string | Long;
}

export interface Reservation__Output {
  accountId: string;
  reservationId: string;
  state: _prospecting_credits_v1_ReservationState__Output;
  includedMillicredits: number;
  purchasedMillicredits: number;
  capturedMillicredits: number;
  reservedAt: _google_protobuf_Timestamp__Output | null;
  remainingMillicredits: number;
  existed: boolean;
  returnedIncludedMillicredits: number;
  returnedPurchasedMillicredits: number;
  ageMs: number;
}
