import { personPageUrl } from '@prospecting/directory/identifiers';
import type { search } from '@prospecting/protos';
import type { ContactRow } from './records.js';

export function toContact(row: ContactRow, organizationId: string, organizationName: string): search.Contact {
  const contact: search.Contact = {
    id: row.id,
    name: row.name,
    isExecutive: row.isExecutive,
    isDecisionMaker: row.isDecisionMaker,
    organizationId,
    organizationName,
  };
  if (row.jobTitle !== null) contact.jobTitle = row.jobTitle;
  if (row.linkedInSlug !== null) contact.linkedInUrl = personPageUrl(row.linkedInSlug);
  return contact;
}
