/** Adds the new contacts, in the plan's order: a pass over a table that is only ever read whole returns it as it was written. */
export const INSERT_CONTACTS = `
  insert into directory.contacts (
    id, organization_id, name, job_title, is_executive, is_decision_maker, roles, linked_in_slug, sort_key, first_name, content_hash
  )
  select
    id, organization_id, name, job_title, is_executive, is_decision_maker, roles, linked_in_slug, sort_key, first_name, content_hash
  from pg_temp.planned_contacts
  where is_new
`;
