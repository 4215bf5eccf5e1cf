import type { ContactsItem, ContactsResult, Prospecting } from '@prospecting/client';
import type { CrmOrganization } from './crm.js';

const MAX_ITEMS = 25;
const LARGEST_PAGE = 50;

/**
 * Finds organizations and reads their contacts, page after page; costs nothing. A request carries
 * the next page of up to 25 organizations, so hundreds of them take few requests of the minute.
 */
export async function* readPages(
  prospecting: Prospecting,
  organizations: readonly CrmOrganization[],
): AsyncGenerator<{ readonly organization: CrmOrganization; readonly result: ContactsResult }> {
  const waiting = organizations.map((organization) => ({ organization, item: itemOf(organization) }));
  while (waiting.length > 0) {
    const batch = waiting.splice(0, MAX_ITEMS);
    const items = batch.map(({ item }) => item);
    const { results } = await prospecting.matchOrganizationContacts({ items, limit: LARGEST_PAGE });
    for (const [index, { organization }] of batch.entries()) {
      const result = results[index];
      if (result === undefined) throw new Error('The answer has fewer results than the request has items.');
      yield { organization, result };
      if (result.status === 'matched' && result.nextCursor !== null) {
        waiting.unshift({ organization, item: { cursor: result.nextCursor } });
      }
    }
  }
}

/** An organization that was found once is known by its id; its other identifiers may change. */
function itemOf({ prospectingId, orgNumber, countryCode, linkedInUrl, domain }: CrmOrganization): ContactsItem {
  if (prospectingId !== undefined) return { id: prospectingId };
  return {
    ...(orgNumber !== undefined && { orgNumber }),
    ...(orgNumber !== undefined && countryCode !== undefined && { countryCode }),
    ...(linkedInUrl !== undefined && { linkedInUrl }),
    ...(domain !== undefined && { domain }),
  };
}
