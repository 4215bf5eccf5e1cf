import { twoPersons } from './two-persons.js';

/**
 * Says of repeated contacts without an id that nothing tells who they are: those that have neither page, address nor phone
 * while another record has their name, and those whose page a record with another given name has.
 */
export const JUDGE_AMBIGUOUS = `
  update pg_temp.repeated_contacts as repeated
  set verdict = 'ambiguous'
  from (
    select one.ordinal
    from pg_temp.repeated_contacts as one
    join (
      select organization_id, levelled_name
      from pg_temp.repeated_contacts
      where verdict is null
      group by organization_id, levelled_name
      having count(*) > 1
    ) as namesakes on namesakes.organization_id = one.organization_id and namesakes.levelled_name = one.levelled_name
    where one.linked_in_slug is null and one.email is null and one.phone is null
    union
    select one.ordinal
    from pg_temp.repeated_contacts as one
    join pg_temp.repeated_contacts as other
      on other.organization_id = one.organization_id and other.linked_in_slug = one.linked_in_slug
    where other.first_name <> one.first_name and not ${twoPersons('one', 'other')}
  ) as indistinct
  where indistinct.ordinal = repeated.ordinal and repeated.verdict is null and not repeated.id_given
`;
