// Original file: prospecting/search/v1/search.proto

/**
 * The public part of a contact: every account sees it without a reveal.
 */
export interface Contact {
  /**
   * UUID.
   */
  id?: string;
  name?: string;
  /**
   * Absent when not on record.
   */
  jobTitle?: string;
  isExecutive?: boolean;
  isDecisionMaker?: boolean;
  /**
   * UUID of the contact's organization.
   */
  organizationId?: string;
  organizationName?: string;
  /**
   * Canonical page URL, https://www.linkedin.com/in/<slug>. Absent when not on record.
   */
  linkedInUrl?: string;
  _jobTitle?: 'jobTitle';
  _linkedInUrl?: 'linkedInUrl';
}

/**
 * The public part of a contact: every account sees it without a reveal.
 */
export interface Contact__Output {
  /**
   * UUID.
   */
  id: string;
  name: string;
  /**
   * Absent when not on record.
   */
  jobTitle?: string;
  isExecutive: boolean;
  isDecisionMaker: boolean;
  /**
   * UUID of the contact's organization.
   */
  organizationId: string;
  organizationName: string;
  /**
   * Canonical page URL, https://www.linkedin.com/in/<slug>. Absent when not on record.
   */
  linkedInUrl?: string;
}
