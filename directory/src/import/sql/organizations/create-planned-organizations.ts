import { statement } from '@prospecting/platform/postgres';

/**
 * Plans what to write: the staged organizations that are new, or have changed and have no other
 * source, ordered by id so that every index that leads with the id fills from left to right.
 *
 * A derived id may be on record under another number: that organization has changed its number and
 * keeps the id, and the staged one gets a random id. The natural key of a sole trader on record
 * ends in the id, because one person may run several firms under one number.
 *
 * Served by organizations_pkey, or for a large file by one pass. Locks nothing.
 */
export const createPlannedOrganizations = statement<readonly [], never>(
  'directory_create_planned_organizations',
  `
  create temporary table planned_organizations as
  select
    identified.is_new, identified.id, staged.source, staged.content_hash,
    case when staged.sole_trader then staged.natural_key || '|' || identified.id else staged.natural_key end as natural_key,
    staged.country_code, staged.name, staged.sole_trader, staged.legal_form, staged.city, staged.founded_year, staged.org_number_key,
    staged.linked_in_key, staged.domains, staged.organization_number, staged.domain, staged.linked_in_url, staged.website,
    staged.employees_min, staged.employees_max, staged.revenue_min, staged.revenue_max, staged.revenue_currency,
    staged.one_sentence_description, staged.description, staged.technologies, staged.keywords, staged.tags, staged.address_line1,
    staged.address_line2, staged.postal_code, staged.state_or_province
  from pg_temp.staged_organizations as staged
  left join directory.organizations on organizations.id = staged.id
  left join pg_temp.merging_organizations as merging on merging.ordinal = staged.ordinal
  cross join lateral (
    select not staged.id_given and split_part(organizations.natural_key, '|', 1) <> staged.natural_key as id_is_taken
  ) as derived
  cross join lateral (
    select
      organizations.id is null or derived.id_is_taken as is_new,
      case when derived.id_is_taken then gen_random_uuid() else staged.id end as id
  ) as identified
  where merging.ordinal is null
    and (identified.is_new or (organizations.content_hash <> staged.content_hash and organizations.source is distinct from 'merged'))
  order by identified.id`,
);
