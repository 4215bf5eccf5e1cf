import { statement } from '@prospecting/platform/postgres';
import type { ContactOfOrganization } from '../matching/records.js';
import { CONTACT_COLUMNS } from './contact-columns.js';

/** Contacts by id. Indexes: contacts_pkey, organizations_pkey. Locks nothing. */
export const getContactsStatement = statement<readonly [contactIds: readonly string[]], ContactOfOrganization>(
  'get-contacts',
  `
  select ${CONTACT_COLUMNS}, o.id as organization_id, o.name as organization_name
  from directory.contacts c
  join directory.organizations o on o.id = c.organization_id
  where c.id = any($1::uuid[])`,
);
