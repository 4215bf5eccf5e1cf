// Original file: prospecting/reveal/v1/reveal.proto

export interface SubjectsRequest {
  /**
   * UUIDs of contacts; at most 1000.
   */
  contactIds?: string[];
  /**
   * Normalized addresses; at most 1000.
   */
  emails?: string[];
  /**
   * next_after of the previous answer; empty at the beginning.
   */
  afterAccountId?: string;
}

export interface SubjectsRequest__Output {
  /**
   * UUIDs of contacts; at most 1000.
   */
  contactIds: string[];
  /**
   * Normalized addresses; at most 1000.
   */
  emails: string[];
  /**
   * next_after of the previous answer; empty at the beginning.
   */
  afterAccountId: string;
}
