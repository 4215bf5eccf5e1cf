// Original file: prospecting/reveal/v1/reveal.proto

import type { Long } from '@grpc/proto-loader';

export interface SettleReservationResponse {
  captured?: boolean;
  capturedMillicredits?: number | string | Long;
}

export interface SettleReservationResponse__Output {
  captured: boolean;
  capturedMillicredits: number;
}
