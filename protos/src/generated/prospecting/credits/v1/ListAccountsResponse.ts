// Original file: prospecting/credits/v1/credits.proto

export interface ListAccountsResponse {
  accountIds?: string[];
}

export interface ListAccountsResponse__Output {
  accountIds: string[];
}
