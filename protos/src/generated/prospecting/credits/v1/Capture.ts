// Original file: prospecting/credits/v1/credits.proto

import type { Long } from '@grpc/proto-loader';

export interface Capture {
  accountId?: string;
  reservationId?: string;
  millicredits?: number | string | Long;
}

export interface Capture__Output {
  accountId: string;
  reservationId: string;
  millicredits: number;
}
