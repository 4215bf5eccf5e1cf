import { statement } from '@prospecting/platform/postgres';

/**
 * Rewrites the contacts that have changed. Served by contacts_pkey. Locks the rows that it
 * rewrites.
 */
export const updateContacts = statement<readonly [], never>(
  'directory_update_contacts',
  `
  update directory.contacts
  set
    organization_id = planned.organization_id,
    name = planned.name,
    job_title = planned.job_title,
    is_executive = planned.is_executive,
    is_decision_maker = planned.is_decision_maker,
    roles = planned.roles,
    linked_in_slug = planned.linked_in_slug,
    sort_key = planned.sort_key,
    first_name = planned.first_name,
    content_hash = planned.content_hash
  from pg_temp.planned_contacts as planned
  where not planned.is_new and contacts.id = planned.id`,
);
