// Original file: prospecting/credits/v1/credits.proto

export interface ListAccountsRequest {
  /**
   * The last account_id of the previous page; empty for the first page.
   */
  afterAccountId?: string;
  /**
   * 1 to 1000. A page with fewer ids is the last.
   */
  limit?: number;
}

export interface ListAccountsRequest__Output {
  /**
   * The last account_id of the previous page; empty for the first page.
   */
  afterAccountId: string;
  /**
   * 1 to 1000. A page with fewer ids is the last.
   */
  limit: number;
}
