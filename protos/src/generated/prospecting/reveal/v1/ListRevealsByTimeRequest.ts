// Original file: prospecting/reveal/v1/reveal.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';

export interface ListRevealsByTimeRequest {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * Reveals made at or after this instant.
   */
  from?: _google_protobuf_Timestamp | null;
  /**
   * Reveals made before this instant.
   */
  to?: _google_protobuf_Timestamp | null;
  /**
   * contact, switchboard or organization; empty for all.
   */
  subject?: string;
  /**
   * next_before of the previous page; empty for the first page.
   */
  before?: string;
  /**
   * 1 to 1000.
   */
  limit?: number;
}

export interface ListRevealsByTimeRequest__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * Reveals made at or after this instant.
   */
  from: _google_protobuf_Timestamp__Output | null;
  /**
   * Reveals made before this instant.
   */
  to: _google_protobuf_Timestamp__Output | null;
  /**
   * contact, switchboard or organization; empty for all.
   */
  subject: string;
  /**
   * next_before of the previous page; empty for the first page.
   */
  before: string;
  /**
   * 1 to 1000.
   */
  limit: number;
}
