// Original file: prospecting/reveal/v1/reveal.proto

export interface RemoveOwnedEmailsRequest {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * 1 to 1000 addresses in any written form.
   */
  emails?: string[];
}

export interface RemoveOwnedEmailsRequest__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * 1 to 1000 addresses in any written form.
   */
  emails: string[];
}
