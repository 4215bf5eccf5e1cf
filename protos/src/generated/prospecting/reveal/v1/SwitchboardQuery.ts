// Original file: prospecting/reveal/v1/reveal.proto

export interface SwitchboardQuery {
  /**
   * UUID.
   */
  accountId?: string;
  /**
   * UUIDs.
   */
  organizationIds?: string[];
}

export interface SwitchboardQuery__Output {
  /**
   * UUID.
   */
  accountId: string;
  /**
   * UUIDs.
   */
  organizationIds: string[];
}
