// Original file: prospecting/reveal/v1/reveal.proto

export interface ListAttemptsRequest {
  accountId?: string;
  afterAttemptId?: string;
  limit?: number;
}

export interface ListAttemptsRequest__Output {
  accountId: string;
  afterAttemptId: string;
  limit: number;
}
