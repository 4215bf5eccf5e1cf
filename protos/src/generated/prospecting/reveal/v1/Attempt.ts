// Original file: prospecting/reveal/v1/reveal.proto

import type { Long } from '@grpc/proto-loader';

export interface Attempt {
  attemptId?: string;
  millicredits?: number | string | Long;
}

export interface Attempt__Output {
  attemptId: string;
  millicredits: number;
}
