import { isCleanText, parseUuid } from '@prospecting/directory/identifiers';
import type { ItemError } from '@prospecting/openapi';
import type { search } from '@prospecting/protos';
import type { JsonObject } from '@prospecting/platform/json';
import { MALFORMED, readText } from './item.js';
import { namesOrganization, parseOrganizationIdentifiers } from './organization-query.js';

export interface ContactQuery {
  /** UUID in lower case. */
  readonly contactId: string;
}

/** Parses an item of contacts/reveal. */
export function parseContactQuery(fields: JsonObject): ContactQuery | ItemError {
  const contactId = readText(fields['contactId'], parseUuid);
  if (contactId === MALFORMED) return 'invalid_contact_id';
  return contactId === undefined ? 'missing_contact_id' : { contactId };
}

const MAX_CURSOR_LENGTH = 2_048;

/**
 * Parses an item of contacts/match: an organization's first page by its identifiers, or a next page
 * by cursor.
 */
export function parseContactsPageQuery(fields: JsonObject): search.ContactsPageItem | ItemError {
  const identifiers = parseOrganizationIdentifiers(fields);
  if (typeof identifiers === 'string') return identifiers;
  const cursor = readText(fields['cursor'], readCursor);
  if (cursor === MALFORMED) return 'invalid_cursor';
  if (cursor !== undefined) return { identifiers, cursor };
  return namesOrganization(identifiers) ? { identifiers } : 'missing_identifier';
}

/** Rejects text that cannot be one of our cursors. Search-service checks the rest. */
function readCursor(text: string): string | undefined {
  return text !== '' && text.length <= MAX_CURSOR_LENGTH && isCleanText(text) ? text : undefined;
}
