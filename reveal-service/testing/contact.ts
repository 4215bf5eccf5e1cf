import type { ContactRecord } from '#src/masking/records.js';

/** A contact with every info type on record. */
export const FULL_CONTACT: ContactRecord = {
  id: 'c',
  name: 'Eva Exempel',
  jobTitle: 'VD',
  isExecutive: true,
  isDecisionMaker: false,
  linkedInSlug: 'eva-exempel',
  organizationId: 'o',
  organizationName: 'Exempel AB',
  email: 'eva@example.se',
  phone: '+46701740605',
};

/** A contact without an info type on record or a job title. */
export const BARE_CONTACT: ContactRecord = {
  ...FULL_CONTACT,
  jobTitle: null,
  linkedInSlug: null,
  email: null,
  phone: null,
};
