import { statement } from '@prospecting/platform/postgres';
import { MAX_CANDIDATES, type MatchPeopleValues } from '../matching/people.js';
import type { MatchPeopleRow } from '../matching/records.js';
import { CONTACT_COLUMNS } from './contact-columns.js';
import { ORGANIZATION_HITS } from './organization-hits.js';

/**
 * Most people of one organization with the same first name and a surname in common that are read for one name. Only middle names
 * can still tell them apart, so the bound costs an answer only where more than fifty such namesakes work in one place.
 */
const MAX_NAMESAKES = 50;

/**
 * Everything that a batch of people may match. A surname is compared here by its hyphenated parts, which is necessary for a match
 * but not enough; whether names match is decided in code.
 *
 * Indexes: contacts_linked_in_slug_idx; contacts_organization_first_name_idx (organization_id, first_name); those of
 * ORGANIZATION_HITS; organizations_pkey. Locks nothing.
 */
export const matchPeopleStatement = statement<MatchPeopleValues, MatchPeopleRow>(
  'match-people',
  `
  with hit as (${ORGANIZATION_HITS}),
  wanted as (
    -- distinct: an organization may be found by several of an item's identifiers.
    select distinct asked.item, asked.first_name, asked.surname, hit.id as organization_id, hit.name as organization_name
    from unnest($6::integer[], $7::text[], $8::text[], $9::text[], $10::text[]) as asked (item, kind, value, first_name, surname)
    join hit on hit.kind = asked.kind and hit.value = asked.value
  )
  select 'organization' as found, hit.kind, hit.value, null::integer as item,
    hit.id as organization_id, null as organization_name, null::uuid as id, null as name, null as job_title,
    null::boolean as is_executive, null::boolean as is_decision_maker, null as linked_in_slug, null as sort_key
  from hit
  union all
  select 'linkedInUrl', null, null, null, contact.organization_id, o.name, ${contactColumns()}
  from unnest($5::text[]) as asked (slug)
  cross join lateral (
    select ${CONTACT_COLUMNS}, c.sort_key, c.organization_id
    from directory.contacts c
    where c.linked_in_slug = asked.slug
    order by c.sort_key, c.id
    limit ${MAX_CANDIDATES}
  ) contact
  join directory.organizations o on o.id = contact.organization_id
  union all
  select 'name', null, null, wanted.item, wanted.organization_id, wanted.organization_name, ${contactColumns()}
  from wanted
  cross join lateral (
    select ${CONTACT_COLUMNS}, c.sort_key
    from directory.contacts c
    where c.organization_id = wanted.organization_id
      and c.first_name = wanted.first_name
      and string_to_array(split_part(substr(c.sort_key, 3), ' ', -1), '-') && string_to_array(wanted.surname, '-')
    order by c.sort_key, c.id
    limit ${MAX_NAMESAKES}
  ) contact`,
);

function contactColumns(): string {
  return `contact.id, contact.name, contact.job_title, contact.is_executive, contact.is_decision_maker,
    contact.linked_in_slug, contact.sort_key`;
}
