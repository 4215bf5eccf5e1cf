// Original file: prospecting/credits/v1/credits.proto

export interface ListAccountsResponse {
  /**
   * UUIDs.
   */
  accountIds?: string[];
}

export interface ListAccountsResponse__Output {
  /**
   * UUIDs.
   */
  accountIds: string[];
}
