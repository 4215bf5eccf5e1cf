// Original file: prospecting/reveal/v1/reveal.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type { Long } from '@grpc/proto-loader';

/**
 * Something that the account has revealed, including expired reveals.
 */
export interface RevealRecord {
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
   * The price that the reveal records, in 1/1000 credit.
   */
  millicredits?: number | string | Long;
  /**
   * UUID of the attempt that paid for it.
   */
  attemptId?: string;
  revealedAt?: _google_protobuf_Timestamp | null;
  expiresAt?: _google_protobuf_Timestamp | null;
  /**
   * The price that the attempt records for this reveal, in 1/1000 credit. Absent when the attempt
   * is not committed or does not include the reveal.
   */
  attemptMillicredits?: number | string | Long;
  /**
   * When the attempt committed. Absent in the same cases.
   */
  attemptAt?: _google_protobuf_Timestamp | null;
  /**
   * When it should expire: one calendar year after revealed_at.
   */
  dueToExpireAt?: _google_protobuf_Timestamp | null;
  _attemptMillicredits?: 'attemptMillicredits';
  _attemptAt?: 'attemptAt';
}

/**
 * Something that the account has revealed, including expired reveals.
 */
export interface RevealRecord__Output {
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
   * The price that the reveal records, in 1/1000 credit.
   */
  millicredits: number;
  /**
   * UUID of the attempt that paid for it.
   */
  attemptId: string;
  revealedAt: _google_protobuf_Timestamp__Output | null;
  expiresAt: _google_protobuf_Timestamp__Output | null;
  /**
   * The price that the attempt records for this reveal, in 1/1000 credit. Absent when the attempt
   * is not committed or does not include the reveal.
   */
  attemptMillicredits?: number;
  /**
   * When the attempt committed. Absent in the same cases.
   */
  attemptAt?: _google_protobuf_Timestamp__Output | null;
  /**
   * When it should expire: one calendar year after revealed_at.
   */
  dueToExpireAt: _google_protobuf_Timestamp__Output | null;
}
