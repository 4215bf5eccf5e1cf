// Original file: prospecting/reveal/v1/reveal.proto

import type { Long } from '@grpc/proto-loader';

/**
 * The price of one info type in a price group.
 */
export interface Price {
  /**
   * The price group of accounts, or "default".
   */
  group?: string;
  /**
   * contact, switchboard or organization.
   */
  subject?: string;
  /**
   * For contact: email, phone or linkedIn. For switchboard: email or phone. For organization:
   * details.
   */
  infoType?: string;
  /**
   * In 1/1000 credit. 0 or more; always 0 for linkedIn.
   */
  millicredits?: number | string | Long;
}

/**
 * The price of one info type in a price group.
 */
export interface Price__Output {
  /**
   * The price group of accounts, or "default".
   */
  group: string;
  /**
   * contact, switchboard or organization.
   */
  subject: string;
  /**
   * For contact: email, phone or linkedIn. For switchboard: email or phone. For organization:
   * details.
   */
  infoType: string;
  /**
   * In 1/1000 credit. 0 or more; always 0 for linkedIn.
   */
  millicredits: number;
}
