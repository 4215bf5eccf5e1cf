// Original file: prospecting/reveal/v1/reveal.proto

export interface ListRevealsRequest {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * next_after of the previous page; empty for the first page.
   */
  after?: string;
  /**
   * 1 to 1000.
   */
  limit?: number;
}

export interface ListRevealsRequest__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * next_after of the previous page; empty for the first page.
   */
  after: string;
  /**
   * 1 to 1000.
   */
  limit: number;
}
