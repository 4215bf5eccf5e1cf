// Original file: prospecting/reveal/v1/reveal.proto

import type {
  SpendSubject as _prospecting_reveal_v1_SpendSubject,
  SpendSubject__Output as _prospecting_reveal_v1_SpendSubject__Output,
} from '../../../prospecting/reveal/v1/SpendSubject.js';
import type { Long } from '@grpc/proto-loader';

export interface RevealRequest {
  operationId?: string;
  accountId?: string;
  priceGroup?: string;
  subjects?: _prospecting_reveal_v1_SpendSubject[];
  maxMillicredits?: number | string | Long;
}

export interface RevealRequest__Output {
  operationId: string;
  accountId: string;
  priceGroup: string;
  subjects: _prospecting_reveal_v1_SpendSubject__Output[];
  maxMillicredits: number;
}
