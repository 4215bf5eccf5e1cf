// Original file: prospecting/reveal/v1/reveal.proto

export interface ListAttemptsRequest {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * The last attempt_id of the previous page; empty for the first page.
   */
  afterAttemptId?: string;
  /**
   * 1 to 1000. A page with fewer attempts is the last.
   */
  limit?: number;
}

export interface ListAttemptsRequest__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * The last attempt_id of the previous page; empty for the first page.
   */
  afterAttemptId: string;
  /**
   * 1 to 1000. A page with fewer attempts is the last.
   */
  limit: number;
}
