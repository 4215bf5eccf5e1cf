// Original file: prospecting/reveal/v1/reveal.proto

export interface ListPricesRequest {}

export interface ListPricesRequest__Output {}
