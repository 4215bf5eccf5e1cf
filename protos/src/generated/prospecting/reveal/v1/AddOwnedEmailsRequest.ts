// Original file: prospecting/reveal/v1/reveal.proto

export interface AddOwnedEmailsRequest {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * 1 to 1000 addresses in any written form.
   */
  emails?: string[];
}

export interface AddOwnedEmailsRequest__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * 1 to 1000 addresses in any written form.
   */
  emails: string[];
}
