// Original file: prospecting/search/v1/search.proto

export interface GetContactsRequest {
  contactIds?: string[];
}

export interface GetContactsRequest__Output {
  contactIds: string[];
}
