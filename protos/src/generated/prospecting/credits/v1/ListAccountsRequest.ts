// Original file: prospecting/credits/v1/credits.proto

export interface ListAccountsRequest {
  afterAccountId?: string;
  limit?: number;
}

export interface ListAccountsRequest__Output {
  afterAccountId: string;
  limit: number;
}
