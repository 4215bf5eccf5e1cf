// Original file: prospecting/reveal/v1/reveal.proto

export interface ContactQuery {
  accountId?: string;
  contactIds?: string[];
}

export interface ContactQuery__Output {
  accountId: string;
  contactIds: string[];
}
