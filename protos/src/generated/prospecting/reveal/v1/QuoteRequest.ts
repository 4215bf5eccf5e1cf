// Original file: prospecting/reveal/v1/reveal.proto

import type {
  SpendSubject as _prospecting_reveal_v1_SpendSubject,
  SpendSubject__Output as _prospecting_reveal_v1_SpendSubject__Output,
} from '../../../prospecting/reveal/v1/SpendSubject.js';

export interface QuoteRequest {
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
}

export interface QuoteRequest__Output {
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
}
