// Original file: prospecting/reveal/v1/reveal.proto

export interface ContactQuery {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * UUIDs.
   */
  contactIds?: string[];
}

export interface ContactQuery__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * UUIDs.
   */
  contactIds: string[];
}
