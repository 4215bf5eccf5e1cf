import { statement } from '@prospecting/platform/postgres';

/**
 * Plans what to write: the staged contacts that are new or have changed, in the order in which an
 * organization's contacts are read, so that one page of them lies together on disk.
 *
 * A contact without an id takes the id of the contact it was recognized as; otherwise it is new. If
 * the id derived for a new contact is already on record, that id belongs to another person, and the
 * new contact gets a random one.
 *
 * Served by contacts_pkey, or for a large file by one pass. Locks nothing.
 */
export const createPlannedContacts = statement<readonly [], never>(
  'directory_create_planned_contacts',
  `
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
  order by staged.organization_id, staged.sort_key, identified.id`,
);
