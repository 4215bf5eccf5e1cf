// Original file: prospecting/reveal/v1/reveal.proto

import type { Long } from '@grpc/proto-loader';

export interface SpendingOfDay {
  /**
   * YYYY-MM-DD in UTC.
   */
  day?: string;
  /**
   * UUID of the key that asked. Absent when it is not on record.
   */
  keyId?: string;
  /**
   * In 1/1000 credit.
   */
  millicredits?: number | string | Long;
  _keyId?: 'keyId';
}

export interface SpendingOfDay__Output {
  /**
   * YYYY-MM-DD in UTC.
   */
  day: string;
  /**
   * UUID of the key that asked. Absent when it is not on record.
   */
  keyId?: string;
  /**
   * In 1/1000 credit.
   */
  millicredits: number;
}
