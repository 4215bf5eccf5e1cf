import { statement } from '@prospecting/platform/postgres';

/**
 * Collects the staged contacts that are still to be recognized and whose organization has contacts
 * on record. `is_namesake`: another record of the file, not a duplicate, has the same name in the
 * same organization. Locks nothing.
 */
export const createUnrecognizedContacts = statement<readonly [], never>(
  'directory_create_unrecognized_contacts',
  `
  create temporary table unrecognized_contacts as
  select
    staged.ordinal, staged.line, staged.organization_id, substr(staged.sort_key, 3) as normalized_name, staged.first_name,
    staged.linked_in_slug, staged.email, staged.phone, namesakes.organization_id is not null as is_namesake
  from pg_temp.staged_contacts as staged
  left join (
    select organization_id, normalized_name
    from pg_temp.repeated_contacts
    where verdict is distinct from 'duplicate'
    group by organization_id, normalized_name
    having count(*) > 1
  ) as namesakes
    on namesakes.organization_id = staged.organization_id and namesakes.normalized_name = substr(staged.sort_key, 3)
  where not staged.id_given
    and not exists (select from pg_temp.recognized_contacts where recognized_contacts.ordinal = staged.ordinal)
    and exists (select from pg_temp.known_contacts where known_contacts.organization_id = staged.organization_id)`,
);
