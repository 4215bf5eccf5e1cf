// Original file: prospecting/reveal/v1/reveal.proto

export interface EmailQuery {
  accountId?: string;
  emails?: string[];
}

export interface EmailQuery__Output {
  accountId: string;
  emails: string[];
}
