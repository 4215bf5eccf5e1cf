// Original file: prospecting/reveal/v1/reveal.proto

export interface ContactIds {
  contactIds?: string[];
}

export interface ContactIds__Output {
  contactIds: string[];
}
