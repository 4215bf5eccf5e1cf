import { parseUuid } from '@prospecting/directory/identifiers';
import type { ItemError } from '@prospecting/openapi';
import type { JsonObject } from '../http/json-text.js';
import { MALFORMED, readText } from './item.js';

export interface ContactQuery {
  /** UUID in lower case. */
  readonly contactId: string;
}

/** An item of contacts/reveal. */
export function parseContactQuery(fields: JsonObject): ContactQuery | ItemError {
  const contactId = readText(fields['contactId'], parseUuid);
  if (contactId === MALFORMED) return 'invalid_contact_id';
  return contactId === undefined ? 'missing_contact_id' : { contactId };
}
