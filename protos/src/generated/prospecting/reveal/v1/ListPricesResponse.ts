// Original file: prospecting/reveal/v1/reveal.proto

import type {
  Price as _prospecting_reveal_v1_Price,
  Price__Output as _prospecting_reveal_v1_Price__Output,
} from '../../../prospecting/reveal/v1/Price.js';

export interface ListPricesResponse {
  prices?: _prospecting_reveal_v1_Price[];
}

export interface ListPricesResponse__Output {
  prices: _prospecting_reveal_v1_Price__Output[];
}
