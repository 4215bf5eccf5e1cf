// Original file: prospecting/search/v1/search.proto

export interface GetContactsRequest {
  /**
   * UUIDs. An id may occur more than once.
   */
  contactIds?: string[];
}

export interface GetContactsRequest__Output {
  /**
   * UUIDs. An id may occur more than once.
   */
  contactIds: string[];
}
