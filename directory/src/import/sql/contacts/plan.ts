/**
 * What is to be written: the staged contacts that are new or have changed, in the order in which an organization's contacts
 * are read, so that a page of them lies together. A contact without an id is the one as which it was recognized, else a new one; where
 * the id that was derived for it is on record, that is somebody else, and it gets a random one.
 *
 * Served by contacts_pkey, or for a large file by one pass. Locks nothing.
 */
export const PLAN = `
  create temporary table planned_contacts as
  select
    identified.is_new, identified.id,
    staged.organization_id, staged.name, staged.job_title, staged.is_executive, staged.is_decision_maker, staged.roles,
    staged.linked_in_slug, staged.sort_key, staged.first_name, staged.content_hash, staged.email, staged.phone
  from pg_temp.staged_contacts as staged
  left join pg_temp.recognized_contacts as recognized on recognized.ordinal = staged.ordinal
  left join directory.contacts on contacts.id = coalesce(recognized.contact_id, staged.id)
  cross join lateral (
    select contacts.id is not null and not staged.id_given and recognized.contact_id is null as id_is_taken
  ) as derived
  cross join lateral (
    select
      contacts.id is null or derived.id_is_taken as is_new,
      case when derived.id_is_taken then gen_random_uuid() else coalesce(recognized.contact_id, staged.id) end as id
  ) as identified
  where identified.is_new or contacts.content_hash <> staged.content_hash
  order by staged.organization_id, staged.sort_key, identified.id
`;
