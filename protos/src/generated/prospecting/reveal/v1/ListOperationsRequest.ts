// Original file: prospecting/reveal/v1/reveal.proto

export interface ListOperationsRequest {
  accountId?: string;
  afterOperationId?: string;
  limit?: number;
}

export interface ListOperationsRequest__Output {
  accountId: string;
  afterOperationId: string;
  limit: number;
}
