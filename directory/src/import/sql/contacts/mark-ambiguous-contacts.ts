import { statement } from '@prospecting/platform/postgres';
import { contradiction } from './contradiction.js';

/**
 * Marks repeated contacts without an id as ambiguous when nothing shows who they are: those without
 * page, address and phone while another record has their name, and those whose page appears on a
 * record with another given name. Locks only the temporary table.
 */
export const markAmbiguousContacts = statement<readonly [], never>(
  'directory_mark_ambiguous_contacts',
  `
  update pg_temp.repeated_contacts as repeated
  set verdict = 'ambiguous'
  from (
    select one.ordinal
    from pg_temp.repeated_contacts as one
    join (
      select organization_id, normalized_name
      from pg_temp.repeated_contacts
      where verdict is null
      group by organization_id, normalized_name
      having count(*) > 1
    ) as namesakes on namesakes.organization_id = one.organization_id and namesakes.normalized_name = one.normalized_name
    where one.linked_in_slug is null and one.email is null and one.phone is null
    union
    select one.ordinal
    from pg_temp.repeated_contacts as one
    join pg_temp.repeated_contacts as other
      on other.organization_id = one.organization_id and other.linked_in_slug = one.linked_in_slug
    where other.first_name <> one.first_name and not ${contradiction('one', 'other')}
  ) as ambiguous
  where ambiguous.ordinal = repeated.ordinal and repeated.verdict is null and not repeated.id_given`,
);
