// Original file: prospecting/reveal/v1/reveal.proto

import type { Long } from '@grpc/proto-loader';

export interface Price {
  group?: string;
  subject?: string;
  infoType?: string;
  millicredits?: number | string | Long;
}

export interface Price__Output {
  group: string;
  subject: string;
  infoType: string;
  millicredits: number;
}
