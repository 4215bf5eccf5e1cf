// Original file: prospecting/reveal/v1/reveal.proto

export interface OwnedEmails {
  /**
   * All addresses that the account owns, normalized, in alphabetical order.
   */
  emails?: string[];
}

export interface OwnedEmails__Output {
  /**
   * All addresses that the account owns, normalized, in alphabetical order.
   */
  emails: string[];
}
