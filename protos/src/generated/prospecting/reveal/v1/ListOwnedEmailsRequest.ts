// Original file: prospecting/reveal/v1/reveal.proto

export interface ListOwnedEmailsRequest {
  /**
   * UUID.
   */
  accountId?: string;
}

export interface ListOwnedEmailsRequest__Output {
  /**
   * UUID.
   */
  accountId: string;
}
