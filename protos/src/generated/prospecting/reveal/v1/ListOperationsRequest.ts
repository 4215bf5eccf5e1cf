// Original file: prospecting/reveal/v1/reveal.proto

export interface ListOperationsRequest {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * The last operation_id of the previous page; empty for the first page.
   */
  afterOperationId?: string;
  /**
   * 1 to 1000. A page with fewer operations is the last.
   */
  limit?: number;
}

export interface ListOperationsRequest__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * The last operation_id of the previous page; empty for the first page.
   */
  afterOperationId: string;
  /**
   * 1 to 1000. A page with fewer operations is the last.
   */
  limit: number;
}
