import { personPageUrl } from '@prospecting/directory/identifiers';
import type { search } from '@prospecting/protos';
import type { ContactRow } from './records.js';

export function toContact(row: ContactRow, organizationId: string, organizationName: string): search.Contact {
  const contact: search.Contact = {
    id: row.id,
    name: row.name,
    isExecutive: row.is_executive,
    isDecisionMaker: row.is_decision_maker,
    organizationId,
    organizationName,
  };
  if (row.job_title !== null) contact.jobTitle = row.job_title;
  if (row.linked_in_slug !== null) contact.linkedInUrl = personPageUrl(row.linked_in_slug);
  return contact;
}
