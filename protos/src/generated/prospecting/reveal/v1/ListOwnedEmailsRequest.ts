// Original file: prospecting/reveal/v1/reveal.proto

export interface ListOwnedEmailsRequest {
  accountId?: string;
}

export interface ListOwnedEmailsRequest__Output {
  accountId: string;
}
