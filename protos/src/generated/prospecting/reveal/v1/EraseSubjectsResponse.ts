// Original file: prospecting/reveal/v1/reveal.proto

export interface EraseSubjectsResponse {
  /**
   * Accounts that had anything of them.
   */
  accounts?: number;
  reveals?: number;
  ownedEmails?: number;
  /**
   * The account after which to go on; empty after the last one.
   */
  nextAfter?: string;
}

export interface EraseSubjectsResponse__Output {
  /**
   * Accounts that had anything of them.
   */
  accounts: number;
  reveals: number;
  ownedEmails: number;
  /**
   * The account after which to go on; empty after the last one.
   */
  nextAfter: string;
}
