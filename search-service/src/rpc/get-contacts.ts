import type { search } from '@prospecting/protos';
import { toContact } from '../matching/contact.js';
import { selectContacts } from '../sql/select-contacts.js';
import type { SearchDependencies } from './dependencies.js';

/**
 * Reads contacts by id, in one statement for the whole batch. Throws `service_unavailable` when the
 * directory cannot answer.
 */
export async function getContacts(
  { directory }: SearchDependencies,
  { contactIds }: search.GetContactsRequest,
): Promise<search.GetContactsResponse> {
  const rows = await selectContacts.run(directory.forCall(), [[...new Set(contactIds)]]);
  const contacts = new Map(rows.map((row) => [row.id, toContact(row, row.organizationId, row.organizationName)]));
  return {
    contacts: contactIds.map((id) => {
      const contact = contacts.get(id);
      return contact === undefined ? {} : { contact };
    }),
  };
}
