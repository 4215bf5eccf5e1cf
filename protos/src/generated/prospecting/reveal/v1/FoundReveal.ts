// Original file: prospecting/reveal/v1/reveal.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type { Long } from '@grpc/proto-loader';

/**
 * Something that an account revealed of a contact.
 */
export interface FoundReveal {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * UUID.
   */
  contactId?: string;
  /**
   * email or phone.
   */
  infoType?: string;
  revealedAt?: _google_protobuf_Timestamp | null;
  expiresAt?: _google_protobuf_Timestamp | null;
  /**
   * The price, in 1/1000 credit.
   */
  millicredits?: number | string | Long;
}

/**
 * Something that an account revealed of a contact.
 */
export interface FoundReveal__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * UUID.
   */
  contactId: string;
  /**
   * email or phone.
   */
  infoType: string;
  revealedAt: _google_protobuf_Timestamp__Output | null;
  expiresAt: _google_protobuf_Timestamp__Output | null;
  /**
   * The price, in 1/1000 credit.
   */
  millicredits: number;
}
