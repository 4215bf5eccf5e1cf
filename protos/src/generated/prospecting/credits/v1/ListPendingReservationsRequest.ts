// Original file: prospecting/credits/v1/credits.proto

import type { Long } from '@grpc/proto-loader';

export interface ListPendingReservationsRequest {
  limit?: number;
  minAgeMs?: number | string | Long;
  after?: string;
}

export interface ListPendingReservationsRequest__Output {
  limit: number;
  minAgeMs: number;
  after: string;
}
