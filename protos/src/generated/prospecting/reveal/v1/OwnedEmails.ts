// Original file: prospecting/reveal/v1/reveal.proto

export interface OwnedEmails {
  emails?: string[];
}

export interface OwnedEmails__Output {
  emails: string[];
}
