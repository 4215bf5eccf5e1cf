// Original file: prospecting/reveal/v1/reveal.proto

import type {
  Timestamp as _google_protobuf_Timestamp,
  Timestamp__Output as _google_protobuf_Timestamp__Output,
} from '../../../google/protobuf/Timestamp.js';
import type { Long } from '@grpc/proto-loader';

/**
 * An operation that was carried out, and what its attempt records.
 */
export interface OperationRecord {
  /**
   * 64 lower-case hex digits (see RevealRequest).
   */
  operationId?: string;
  /**
   * UUID of the attempt that carried it out.
   */
  attemptId?: string;
  /**
   * When it was carried out.
   */
  at?: _google_protobuf_Timestamp | null;
  /**
   * The planned price of the reveals that its attempt made, in 1/1000 credit. It equals the price
   * of the attempt.
   */
  plannedMillicredits?: number | string | Long;
  /**
   * The price that the attempt records, in 1/1000 credit. Absent when the attempt does not exist or
   * is not committed.
   */
  attemptMillicredits?: number | string | Long;
  /**
   * When the attempt committed. Absent in the same cases.
   */
  attemptAt?: _google_protobuf_Timestamp | null;
  _attemptMillicredits?: 'attemptMillicredits';
  _attemptAt?: 'attemptAt';
}

/**
 * An operation that was carried out, and what its attempt records.
 */
export interface OperationRecord__Output {
  /**
   * 64 lower-case hex digits (see RevealRequest).
   */
  operationId: string;
  /**
   * UUID of the attempt that carried it out.
   */
  attemptId: string;
  /**
   * When it was carried out.
   */
  at: _google_protobuf_Timestamp__Output | null;
  /**
   * The planned price of the reveals that its attempt made, in 1/1000 credit. It equals the price
   * of the attempt.
   */
  plannedMillicredits: number;
  /**
   * The price that the attempt records, in 1/1000 credit. Absent when the attempt does not exist or
   * is not committed.
   */
  attemptMillicredits?: number;
  /**
   * When the attempt committed. Absent in the same cases.
   */
  attemptAt?: _google_protobuf_Timestamp__Output | null;
}
