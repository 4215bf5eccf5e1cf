import { isCleanText } from '@prospecting/directory/identifiers';
import type { ItemError } from '@prospecting/openapi';
import type { search } from '@prospecting/protos';
import type { JsonObject } from '../http/json-text.js';
import { MALFORMED, readText } from './item.js';
import { namesOrganization, parseOrganizationIdentifiers } from './organization-query.js';

const MAX_CURSOR_LENGTH = 2_048;

/** An item of contacts/match: an organization's first page by its identifiers, or a next page by cursor. */
export function parseContactsPageQuery(fields: JsonObject): search.ContactsPageItem | ItemError {
  const identifiers = parseOrganizationIdentifiers(fields);
  if (typeof identifiers === 'string') return identifiers;
  const cursor = readText(fields['cursor'], readCursor);
  if (cursor === MALFORMED) return 'invalid_cursor';
  if (cursor !== undefined) return { identifiers, cursor };
  return namesOrganization(identifiers) ? { identifiers } : 'missing_identifier';
}

/** Opaque here: only what no cursor of ours can be is refused, so that it need not travel. */
function readCursor(text: string): string | undefined {
  return text !== '' && text.length <= MAX_CURSOR_LENGTH && isCleanText(text) ? text : undefined;
}
