// Original file: prospecting/reveal/v1/reveal.proto

export interface ListRevealsRequest {
  accountId?: string;
  after?: string;
  limit?: number;
}

export interface ListRevealsRequest__Output {
  accountId: string;
  after: string;
  limit: number;
}
