// Original file: prospecting/reveal/v1/reveal.proto

export interface FoundOwnedEmail {
  /**
   * UUID.
   */
  accountId?: string;
  email?: string;
}

export interface FoundOwnedEmail__Output {
  /**
   * UUID.
   */
  accountId: string;
  email: string;
}
