// Original file: prospecting/reveal/v1/reveal.proto

export interface EmailQuery {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * Normalized addresses: lower case, domain in ASCII.
   */
  emails?: string[];
}

export interface EmailQuery__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * Normalized addresses: lower case, domain in ASCII.
   */
  emails: string[];
}
