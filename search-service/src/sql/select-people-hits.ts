import { statement } from '@prospecting/platform/postgres';
import { MAX_CANDIDATES, type MatchPeopleValues } from '../matching/people.js';
import type { PersonHitRow } from '../matching/records.js';
import { CONTACT_COLUMNS, CONTACT_FIELDS } from './contact-columns.js';
import { ORGANIZATION_HITS } from './select-organization-hits.js';

/**
 * The number of people read for one name: people of one organization with the same first name and a
 * common surname. Only middle names can distinguish them, so the limit loses an answer only when
 * more than fifty such namesakes work in one place.
 */
const MAX_NAMESAKES = 50;

/**
 * Selects everyone who may match a batch of people. It compares surnames by their hyphenated parts,
 * which is necessary for a match but not sufficient; the code decides whether names match. Locks
 * nothing. Served by contacts_linked_in_slug_idx, contacts_organization_first_name_idx
 * (organization_id, first_name), organizations_pkey and the indexes of ORGANIZATION_HITS.
 */
export const selectPeopleHits = statement<MatchPeopleValues, PersonHitRow>(
  'directory_select_people_hits',
  `
  with hit as (${ORGANIZATION_HITS}),
  searched as (
    -- distinct: an organization may be found by several of an item's identifiers.
    select distinct requested.item, requested.first_name, requested.surname, hit.id as organization_id, hit.name as organization_name
    from unnest($6::integer[], $7::text[], $8::text[], $9::text[], $10::text[]) as requested (item, kind, value, first_name, surname)
    join hit on hit.kind = requested.kind and hit.value = requested.value
  )
  select 'organization' as found, hit.kind, hit.value, null::integer as item,
    hit.id as "organizationId", null as "organizationName", null::uuid as id, null as name, null as "jobTitle",
    null::boolean as "isExecutive", null::boolean as "isDecisionMaker", null as "linkedInSlug", null as "sortKey"
  from hit
  union all
  select 'linkedInUrl', null, null, null, contact.organization_id, o.name, ${CONTACT_FIELDS}, contact."sortKey"
  from unnest($5::text[]) as requested (slug)
  cross join lateral (
    select ${CONTACT_COLUMNS}, c.sort_key as "sortKey", c.organization_id
    from directory.contacts c
    where c.linked_in_slug = requested.slug
    order by c.sort_key, c.id
    limit ${MAX_CANDIDATES}
  ) contact
  join directory.organizations o on o.id = contact.organization_id
  union all
  select 'name', null, null, searched.item, searched.organization_id, searched.organization_name, ${CONTACT_FIELDS}, contact."sortKey"
  from searched
  cross join lateral (
    select ${CONTACT_COLUMNS}, c.sort_key as "sortKey"
    from directory.contacts c
    where c.organization_id = searched.organization_id
      and c.first_name = searched.first_name
      and string_to_array(split_part(substr(c.sort_key, 3), ' ', -1), '-') && string_to_array(searched.surname, '-')
    order by c.sort_key, c.id
    limit ${MAX_NAMESAKES}
  ) contact`,
);
