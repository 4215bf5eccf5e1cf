// Original file: prospecting/reveal/v1/reveal.proto

export interface ContactIds {
  /**
   * UUIDs. Empty when the account may not find the address or no contact has it.
   */
  contactIds?: string[];
}

export interface ContactIds__Output {
  /**
   * UUIDs. Empty when the account may not find the address or no contact has it.
   */
  contactIds: string[];
}
