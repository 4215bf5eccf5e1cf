import { statement } from '@prospecting/platform/postgres';
import { contradiction } from './contradiction.js';

/**
 * Lists, for each unrecognized contact, the contacts on record that it may be: those that have
 * something in common with it and do not contradict it.
 *
 * `score` weighs what they have in common: page (8), address with the given name (4), phone and
 * name (2), name (1). Each outweighs all that follow it. An address needs the given name because
 * several people may read one address, such as `info@`, and successors inherit it. `renames` is
 * true when the match would change the contact's name; for a match by page, its given name.
 *
 * `record_rank` orders a record's candidates by score, and `ties` counts those with the same score.
 * `candidates` counts a record's candidates; `competitors` counts the records with one candidate.
 *
 * The three joins find disjoint pairs. Locks nothing.
 */
export const createCandidateContacts = statement<readonly [], never>(
  'directory_create_candidate_contacts',
  `
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
      on known.organization_id = one.organization_id and known.normalized_name = one.normalized_name
    where not ${contradiction('one', 'known')}
    union all
    select
      one.ordinal, known.id, known.is_taken, known.namesakes, one.is_namesake,
      8 + 4 * coalesce(known.email = one.email and known.first_name = one.first_name, false)::integer,
      known.first_name <> one.first_name
    from pg_temp.unrecognized_contacts as one
    join pg_temp.known_contacts as known
      on known.organization_id = one.organization_id and known.linked_in_slug = one.linked_in_slug
    where known.normalized_name <> one.normalized_name and not ${contradiction('one', 'known')}
    union all
    select one.ordinal, known.id, known.is_taken, known.namesakes, one.is_namesake, 4, true
    from pg_temp.unrecognized_contacts as one
    join pg_temp.known_contacts as known
      on known.organization_id = one.organization_id and known.email = one.email and known.first_name = one.first_name
    where known.normalized_name <> one.normalized_name
      and coalesce(known.linked_in_slug <> one.linked_in_slug, true)
      and not ${contradiction('one', 'known')}
  )
  select
    ordinal, contact_id, is_taken, score, renames,
    namesakes = 1 and not is_namesake as is_only_namesake,
    rank() over (partition by ordinal order by score desc) as record_rank,
    count(*) over (partition by ordinal, score) as ties,
    count(*) over (partition by ordinal) as candidates,
    count(*) over (partition by contact_id) as competitors
  from pairs`,
);
