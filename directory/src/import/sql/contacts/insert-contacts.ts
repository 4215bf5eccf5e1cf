import { statement } from '@prospecting/platform/postgres';

/**
 * Inserts the new contacts in the order of the plan. Without `order by`, a scan of the whole
 * temporary table returns its rows in the order in which they were written. Locks what it inserts.
 */
export const insertContacts = statement<readonly [], never>(
  'directory_insert_contacts',
  `
  insert into directory.contacts (
    id, organization_id, name, job_title, is_executive, is_decision_maker, roles, linked_in_slug, sort_key, first_name, content_hash
  )
  select
    id, organization_id, name, job_title, is_executive, is_decision_maker, roles, linked_in_slug, sort_key, first_name, content_hash
  from pg_temp.planned_contacts
  where is_new`,
);
