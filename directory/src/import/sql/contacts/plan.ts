/**
 * What is to be written: the staged contacts that are new or have changed, in the order in which an organization's contacts
 * are read, so that a page of them lies together.
 *
 * Served by contacts_pkey, or for a large file by one pass. Locks nothing.
 */
export const PLAN = `
  create temporary table planned_contacts as
  select
    contacts.id is null as is_new,
    staged.id, staged.organization_id, staged.name, staged.job_title, staged.is_executive, staged.is_decision_maker, staged.roles,
    staged.linked_in_slug, staged.sort_key, staged.first_name, staged.content_hash, staged.email, staged.phone
  from pg_temp.staged_contacts as staged
  left join directory.contacts on contacts.id = staged.id
  where contacts.id is null or contacts.content_hash <> staged.content_hash
  order by staged.organization_id, staged.sort_key, staged.id
`;
