import { statement } from '@prospecting/platform/postgres';
import type { ContactIdentity } from '../suppression-keys.js';

export type StagedIdentity = ContactIdentity & { readonly ordinal: string };

/** Reads what identifies each staged contact. One pass over the staging table. Locks nothing. */
export const selectStagedIdentities = statement<readonly [], StagedIdentity>(
  'directory_select_staged_identities',
  `
  select ordinal::text as ordinal, id, organization_id as "organizationId", substr(sort_key, 3) as "normalizedName",
    linked_in_slug as "linkedInSlug", email, phone
  from pg_temp.staged_contacts`,
);
