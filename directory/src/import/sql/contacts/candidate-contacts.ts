import { twoPersons } from './two-persons.js';

/**
 * Who each unrecognized contact may be: the contacts on record that have something in common with it and do not contradict it.
 *
 * `score` orders what they have in common: page (8), address with the given name (4), phone and name (2), name (1); each outweighs
 * all that follow. An address needs the given name because several people may read one, as `info@`, and successors inherit it.
 * `renames`: if it is that contact, the contact's name changes; by the page, its given name.
 *
 * The three joins find different pairs. Locks nothing.
 */
export const CANDIDATE_CONTACTS = `
  create temporary table candidate_contacts as
  with pairs as (
    select
      one.ordinal, known.id as contact_id, known.is_taken, known.namesakes, one.is_namesake,
      8 * coalesce(known.linked_in_slug = one.linked_in_slug, false)::integer
        + 4 * coalesce(known.email = one.email, false)::integer
        + 2 * coalesce(known.phone = one.phone, false)::integer
        + 1 as score,
      false as renames
    from pg_temp.unrecognized_contacts as one
    join pg_temp.known_contacts as known
      on known.organization_id = one.organization_id and known.levelled_name = one.levelled_name
    where not ${twoPersons('one', 'known')}
    union all
    select
      one.ordinal, known.id, known.is_taken, known.namesakes, one.is_namesake,
      8 + 4 * coalesce(known.email = one.email and known.first_name = one.first_name, false)::integer,
      known.first_name <> one.first_name
    from pg_temp.unrecognized_contacts as one
    join pg_temp.known_contacts as known
      on known.organization_id = one.organization_id and known.linked_in_slug = one.linked_in_slug
    where known.levelled_name <> one.levelled_name and not ${twoPersons('one', 'known')}
    union all
    select one.ordinal, known.id, known.is_taken, known.namesakes, one.is_namesake, 4, true
    from pg_temp.unrecognized_contacts as one
    join pg_temp.known_contacts as known
      on known.organization_id = one.organization_id and known.email = one.email and known.first_name = one.first_name
    where known.levelled_name <> one.levelled_name
      and coalesce(known.linked_in_slug <> one.linked_in_slug, true)
      and not ${twoPersons('one', 'known')}
  )
  select
    ordinal, contact_id, is_taken, score, renames,
    namesakes = 1 and not is_namesake as is_only_namesake,
    rank() over (partition by ordinal order by score desc) as preference,
    count(*) over (partition by ordinal, score) as equals,
    count(*) over (partition by ordinal) as options,
    count(*) over (partition by contact_id) as suitors
  from pairs
`;
