// Original file: prospecting/reveal/v1/reveal.proto

/**
 * An organization, and the identifiers that the caller's result shows already.
 */
export interface OrganizationSubject {
  /**
   * UUID.
   */
  organizationId?: string;
  /**
   * Any of "organizationNumber", "domain", "linkedInUrl".
   */
  shownIdentifiers?: string[];
}

/**
 * An organization, and the identifiers that the caller's result shows already.
 */
export interface OrganizationSubject__Output {
  /**
   * UUID.
   */
  organizationId: string;
  /**
   * Any of "organizationNumber", "domain", "linkedInUrl".
   */
  shownIdentifiers: string[];
}
