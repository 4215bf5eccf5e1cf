// Original file: prospecting/credits/v1/credits.proto

import type { Long } from '@grpc/proto-loader';

export interface SubscribeRequest {
  accountId?: string;
  includedMillicredits?: number | string | Long;
}

export interface SubscribeRequest__Output {
  accountId: string;
  includedMillicredits: number;
}
