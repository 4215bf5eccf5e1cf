/** The columns of directory.contacts `c` from which a contact is shown, as fields of ContactRow. */
export const CONTACT_COLUMNS = `c.id, c.name, c.job_title as "jobTitle", c.is_executive as "isExecutive",
  c.is_decision_maker as "isDecisionMaker", c.linked_in_slug as "linkedInSlug"`;

/** The same fields of a subquery `contact` that selects CONTACT_COLUMNS. */
export const CONTACT_FIELDS = `contact.id, contact.name, contact."jobTitle", contact."isExecutive",
  contact."isDecisionMaker", contact."linkedInSlug"`;
