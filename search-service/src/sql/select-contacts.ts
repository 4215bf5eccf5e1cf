import { statement } from '@prospecting/platform/postgres';
import type { OrganizationContactRow } from '../matching/records.js';
import { CONTACT_COLUMNS } from './contact-columns.js';

/** Selects contacts by id. Locks nothing. Served by contacts_pkey and organizations_pkey. */
export const selectContacts = statement<readonly [contactIds: readonly string[]], OrganizationContactRow>(
  'directory_select_contacts',
  `
  select ${CONTACT_COLUMNS}, o.id as "organizationId", o.name as "organizationName"
  from directory.contacts c
  join directory.organizations o on o.id = c.organization_id
  where c.id = any($1::uuid[])`,
);
