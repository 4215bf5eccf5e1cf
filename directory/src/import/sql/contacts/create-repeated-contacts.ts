import { statement } from '@prospecting/platform/postgres';

/**
 * Collects staged contacts that share their name or their page with another record of the file in
 * the same organization and so may be the same person. Later statements set `verdict` on those that
 * must not go in. Locks nothing.
 */
export const createRepeatedContacts = statement<readonly [], never>(
  'directory_create_repeated_contacts',
  `
  create temporary table repeated_contacts as
  select
    staged.ordinal, staged.line, staged.id_given, staged.organization_id, substr(staged.sort_key, 3) as normalized_name,
    staged.first_name, staged.linked_in_slug, staged.email, staged.phone, staged.content_hash, null::text as verdict
  from pg_temp.staged_contacts as staged
  left join (
    select organization_id, substr(sort_key, 3) as normalized_name
    from pg_temp.staged_contacts
    group by organization_id, substr(sort_key, 3)
    having count(*) > 1 and not bool_and(id_given)
  ) as same_name on same_name.organization_id = staged.organization_id and same_name.normalized_name = substr(staged.sort_key, 3)
  left join (
    select organization_id, linked_in_slug
    from pg_temp.staged_contacts
    where linked_in_slug is not null
    group by organization_id, linked_in_slug
    having count(*) > 1 and not bool_and(id_given)
  ) as same_page on same_page.organization_id = staged.organization_id and same_page.linked_in_slug = staged.linked_in_slug
  where same_name.organization_id is not null or same_page.organization_id is not null`,
);
