// Original file: prospecting/reveal/v1/reveal.proto

import type { Long } from '@grpc/proto-loader';

export interface SettleReservationResponse {
  /**
   * True when the reservation is captured, false when it is released.
   */
  captured?: boolean;
  /**
   * The credits spent, in 1/1000 credit; 0 when released.
   */
  capturedMillicredits?: number | string | Long;
}

export interface SettleReservationResponse__Output {
  /**
   * True when the reservation is captured, false when it is released.
   */
  captured: boolean;
  /**
   * The credits spent, in 1/1000 credit; 0 when released.
   */
  capturedMillicredits: number;
}
