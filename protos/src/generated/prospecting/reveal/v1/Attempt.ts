// Original file: prospecting/reveal/v1/reveal.proto

import type { Long } from '@grpc/proto-loader';

export interface Attempt {
  attemptId?: string;
  millicredits?: number | string | Long;
  statedMillicredits?: number | string | Long;
  missingReveals?: number;
}

export interface Attempt__Output {
  attemptId: string;
  millicredits: number;
  statedMillicredits: number;
  missingReveals: number;
}
