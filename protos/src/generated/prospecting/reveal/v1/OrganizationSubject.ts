// Original file: prospecting/reveal/v1/reveal.proto

export interface OrganizationSubject {
  organizationId?: string;
  shownIdentifiers?: string[];
}

export interface OrganizationSubject__Output {
  organizationId: string;
  shownIdentifiers: string[];
}
