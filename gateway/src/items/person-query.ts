import { parseEmail, parseName, parsePersonPage } from '@prospecting/directory/identifiers';
import type { ItemError } from '@prospecting/openapi';
import type { search } from '@prospecting/protos';
import { isObject, type Json, type JsonObject } from '@prospecting/platform/json';
import { MALFORMED, readText } from './item.js';
import { parseOrganizationQuery } from './organization-query.js';

/** A person's identifiers in lookup order, at least one of them. */
export interface PersonQuery {
  /** Slug of the person's `/in/` page. */
  readonly linkedInSlug?: string;
  /** Address in lower case, with its domain in ASCII. */
  readonly email?: string;
  readonly named?: { readonly name: string; readonly organization: search.OrganizationIdentifiers };
}

/** Parses an item of people/match. */
export function parsePersonQuery(fields: JsonObject): PersonQuery | ItemError {
  const linkedInSlug = readText(fields['linkedInUrl'], parsePersonPage);
  if (linkedInSlug === MALFORMED) return 'invalid_linkedin_url';
  const email = readText(fields['email'], parseEmail);
  if (email === MALFORMED) return 'invalid_email';
  const named = parseNamed(fields);
  if (typeof named === 'string') return named;
  if (linkedInSlug === undefined && email === undefined && named === undefined) return 'missing_identifier';
  return {
    ...(linkedInSlug !== undefined && { linkedInSlug }),
    ...(email !== undefined && { email }),
    ...(named !== undefined && { named }),
  };
}

/** Parses a name and its organization. They are one identifier: each requires the other. */
function parseNamed(fields: JsonObject): PersonQuery['named'] | ItemError {
  const name = readText(fields['name'], (text) => parseName(text)?.written);
  if (name === MALFORMED) return 'invalid_name';
  const sent: Json | undefined = fields['organization'] ?? undefined;
  if (name === undefined) return sent === undefined ? undefined : 'name_required';
  if (sent === undefined) return 'organization_required';
  const organization = isObject(sent) ? parseOrganizationQuery(sent) : 'missing_identifier';
  return typeof organization === 'string' ? organization : { name, organization };
}
