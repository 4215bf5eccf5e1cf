// Original file: prospecting/credits/v1/credits.proto

import type { Long } from '@grpc/proto-loader';

export interface ListEntriesRequest {
  accountId?: string;
  afterEntryId?: number | string | Long;
  limit?: number;
}

export interface ListEntriesRequest__Output {
  accountId: string;
  afterEntryId: number;
  limit: number;
}
