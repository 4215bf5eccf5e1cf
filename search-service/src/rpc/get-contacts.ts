import type { search } from '@prospecting/protos';
import { toContact } from '../matching/contact.js';
import { getContactsStatement } from '../sql/get-contacts.js';
import type { SearchContext } from './context.js';

/** One statement for the whole batch. Throws service_unavailable when the directory cannot answer. */
export async function getContacts(
  { pool }: SearchContext,
  { contactIds }: search.GetContactsRequest,
): Promise<search.GetContactsResponse> {
  const rows = await getContactsStatement.run(pool, [[...new Set(contactIds)]]);
  const contacts = new Map(rows.map((row) => [row.id, toContact(row, row.organization_id, row.organization_name)]));
  return {
    contacts: contactIds.map((id) => {
      const contact = contacts.get(id);
      return contact === undefined ? {} : { contact };
    }),
  };
}
