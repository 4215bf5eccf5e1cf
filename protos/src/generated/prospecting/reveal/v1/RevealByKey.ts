// Original file: prospecting/reveal/v1/reveal.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type { Long } from '@grpc/proto-loader';

/**
 * Something that the account revealed, including expired reveals.
 */
export interface RevealByKey {
  revealedAt?: _google_protobuf_Timestamp | null;
  expiresAt?: _google_protobuf_Timestamp | null;
  /**
   * contact, switchboard or organization.
   */
  subject?: string;
  /**
   * UUID of the contact; for a switchboard or an organization, of the organization.
   */
  subjectId?: string;
  infoType?: string;
  /**
   * In 1/1000 credit.
   */
  millicredits?: number | string | Long;
  /**
   * UUID of the key that asked. Absent when it is not on record.
   */
  keyId?: string;
  _keyId?: 'keyId';
}

/**
 * Something that the account revealed, including expired reveals.
 */
export interface RevealByKey__Output {
  revealedAt: _google_protobuf_Timestamp__Output | null;
  expiresAt: _google_protobuf_Timestamp__Output | null;
  /**
   * contact, switchboard or organization.
   */
  subject: string;
  /**
   * UUID of the contact; for a switchboard or an organization, of the organization.
   */
  subjectId: string;
  infoType: string;
  /**
   * In 1/1000 credit.
   */
  millicredits: number;
  /**
   * UUID of the key that asked. Absent when it is not on record.
   */
  keyId?: string;
}
