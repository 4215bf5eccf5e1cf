/** The columns of directory.contacts `c` that a contact is shown from. */
export const CONTACT_COLUMNS = `c.id, c.name, c.job_title, c.is_executive, c.is_decision_maker, c.linked_in_slug`;
