// Original file: prospecting/credits/v1/credits.proto

export interface GetBalancesRequest {
  /**
   * UUIDs. An account may occur more than once.
   */
  accountIds?: string[];
}

export interface GetBalancesRequest__Output {
  /**
   * UUIDs. An account may occur more than once.
   */
  accountIds: string[];
}
