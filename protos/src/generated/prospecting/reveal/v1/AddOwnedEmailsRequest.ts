// Original file: prospecting/reveal/v1/reveal.proto

export interface AddOwnedEmailsRequest {
  accountId?: string;
  emails?: string[];
}

export interface AddOwnedEmailsRequest__Output {
  accountId: string;
  emails: string[];
}
