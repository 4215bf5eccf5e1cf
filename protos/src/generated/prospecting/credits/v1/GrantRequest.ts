// Original file: prospecting/credits/v1/credits.proto

import type { Long } from '@grpc/proto-loader';

export interface GrantRequest {
  accountId?: string;
  purchasedMillicredits?: number | string | Long;
  reference?: string;
}

export interface GrantRequest__Output {
  accountId: string;
  purchasedMillicredits: number;
  reference: string;
}
