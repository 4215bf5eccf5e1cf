// Original file: prospecting/reveal/v1/reveal.proto

import type {
  SpendSubject as _prospecting_reveal_v1_SpendSubject,
  SpendSubject__Output as _prospecting_reveal_v1_SpendSubject__Output,
} from '../../../prospecting/reveal/v1/SpendSubject.js';
import type { Long } from '@grpc/proto-loader';

export interface RevealRequest {
  /**
   * Identifies the operation permanently: the SHA-256, in 64 lower-case hex digits, of key
   * identity, Idempotency-Key and request fingerprint.
   */
  operationId?: string;
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * The account's price group.
   */
  priceGroup?: string;
  /**
   * At most 25.
   */
  subjects?: _prospecting_reveal_v1_SpendSubject[];
  /**
   * The caller's cap in 1/1000 credit, rounded down. 0 or more.
   */
  maxMillicredits?: number | string | Long;
  /**
   * UUID of the key that asks. Absent from a gateway of before.
   */
  keyId?: string;
  _keyId?: 'keyId';
}

export interface RevealRequest__Output {
  /**
   * Identifies the operation permanently: the SHA-256, in 64 lower-case hex digits, of key
   * identity, Idempotency-Key and request fingerprint.
   */
  operationId: string;
  /**
   * UUID.
   */
  accountId: string;
  /**
   * The account's price group.
   */
  priceGroup: string;
  /**
   * At most 25.
   */
  subjects: _prospecting_reveal_v1_SpendSubject__Output[];
  /**
   * The caller's cap in 1/1000 credit, rounded down. 0 or more.
   */
  maxMillicredits: number;
  /**
   * UUID of the key that asks. Absent from a gateway of before.
   */
  keyId?: string;
}
