// Original file: prospecting/credits/v1/credits.proto

export interface GetBalancesRequest {
  accountIds?: string[];
}

export interface GetBalancesRequest__Output {
  accountIds: string[];
}
