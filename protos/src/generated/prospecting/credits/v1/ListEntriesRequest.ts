// Original file: prospecting/credits/v1/credits.proto

import type { Long } from '@grpc/proto-loader';

export interface ListEntriesRequest {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * The last entry_id of the previous page; 0 for the first page.
   */
  afterEntryId?: number | string | Long;
  /**
   * 1 to 1000. A page with fewer entries is the last.
   */
  limit?: number;
}

export interface ListEntriesRequest__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * The last entry_id of the previous page; 0 for the first page.
   */
  afterEntryId: number;
  /**
   * 1 to 1000. A page with fewer entries is the last.
   */
  limit: number;
}
