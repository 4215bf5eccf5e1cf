import { statement } from '@prospecting/platform/postgres';
import { SOURCES } from '../../sources.js';
import { contentColumns, CONTENT_COLUMNS } from './content-columns.js';

/**
 * Lists the staged organizations of which another source has a record, when this source says
 * something new. What was on record before sources were recorded gives way to every source but
 * GLEIF, as it always did.
 *
 * Served by organizations_pkey and organization_sources_pkey, or for a large file by one pass.
 * Locks nothing.
 */
export const createMergingOrganizations = statement<readonly [], never>(
  'directory_create_merging_organizations',
  `
  create temporary table merging_organizations as
  select staged.ordinal, organizations.id, organizations.source as recorded_source
  from pg_temp.staged_organizations as staged
  join directory.organizations on organizations.id = staged.id
  left join directory.organization_sources as facts
    on facts.organization_id = organizations.id and facts.source = staged.source
  where (staged.id_given or split_part(organizations.natural_key, '|', 1) = staged.natural_key)
    and case
      when organizations.source is null then staged.source = 'gleif'
      when organizations.source = 'merged' then true
      else organizations.source <> staged.source
    end`,
);

/** Forgets those whose source says what it said before. Locks only the temporary table. */
export const deleteUnchangedMerging = statement<readonly [], never>(
  'directory_delete_unchanged_merging',
  `
  delete from pg_temp.merging_organizations as merging
  using pg_temp.staged_organizations as staged, directory.organization_sources as facts
  where merging.recorded_source = 'merged'
    and staged.ordinal = merging.ordinal
    and facts.organization_id = merging.id
    and facts.source = staged.source
    and facts.content_hash = staged.content_hash`,
);

/**
 * Writes down what the only source until now says, from the record itself. Served by the primary
 * keys and organization_identifiers_organization_idx. Locks what it inserts.
 */
export const insertRecordedFacts = statement<readonly [], never>(
  'directory_insert_recorded_facts',
  `
  insert into directory.organization_sources (organization_id, source, content_hash, ${contentColumns('')})
  select organizations.id, coalesce(organizations.source, 'earlier'), organizations.content_hash, ${CONTENT_COLUMNS.map(recordedColumn).join(', ')}
  from (
    select distinct id from pg_temp.merging_organizations where recorded_source is distinct from 'merged'
  ) as merging
  join directory.organizations on organizations.id = merging.id
  join directory.organization_details as details on details.organization_id = organizations.id
  left join lateral (
    select
      max(value) filter (where kind = 'orgNumber') as org_number_key,
      max(value) filter (where kind = 'linkedInUrl') as linked_in_key,
      array_agg(value order by position) filter (where kind = 'domain') as domains
    from directory.organization_identifiers
    where organization_identifiers.organization_id = organizations.id
  ) as identifiers on true`,
);

/** Where a column of the record is kept. */
function recordedColumn(column: string): string {
  if (column === 'natural_key') return "split_part(organizations.natural_key, '|', 1)";
  if (['org_number_key', 'linked_in_key', 'domains'].includes(column)) return `identifiers.${column}`;
  const basic = ['country_code', 'name', 'sole_trader', 'legal_form', 'city', 'founded_year'];
  return `${basic.includes(column) ? 'organizations' : 'details'}.${column}`;
}

/** Writes what the staged source says. Served by organization_sources_pkey. Locks what it writes. */
export const upsertStagedFacts = statement<readonly [], never>(
  'directory_upsert_staged_facts',
  `
  insert into directory.organization_sources (organization_id, source, content_hash, ${contentColumns('')})
  select merging.id, staged.source, staged.content_hash, ${contentColumns('staged.')}
  from pg_temp.merging_organizations as merging
  join pg_temp.staged_organizations as staged on staged.ordinal = merging.ordinal
  on conflict on constraint organization_sources_pkey do update
  set content_hash = excluded.content_hash, ${CONTENT_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`,
);

/**
 * Forgets what other sources said about another number: a record with an id has changed it, and a
 * register's record belongs to the number. Locks what it deletes.
 */
export const deleteForeignFacts = statement<readonly [], never>(
  'directory_delete_foreign_facts',
  `
  delete from directory.organization_sources as facts
  using pg_temp.merging_organizations as merging
  join pg_temp.staged_organizations as staged on staged.ordinal = merging.ordinal
  where facts.organization_id = merging.id
    and facts.source <> staged.source
    and facts.natural_key <> staged.natural_key`,
);

/** Fields that belong together come from one source: half an address of another would be wrong. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  address: ['address_line1', 'address_line2', 'postal_code', 'city', 'state_or_province'],
  employees: ['employees_min', 'employees_max'],
  revenue: ['revenue_min', 'revenue_max', 'revenue_currency'],
  domain_names: ['domains', 'domain'],
  page: ['linked_in_key', 'linked_in_url'],
  identity: ['natural_key', 'country_code', 'sole_trader', 'org_number_key', 'organization_number', 'name'],
};
/** Lists to which every source adds. */
const UNITED = 'tags';

function groupOf(column: string): string {
  return Object.keys(GROUPS).find((group) => GROUPS[group]?.includes(column)) ?? `${column}_of`;
}

const groups = new Map<string, string[]>();
for (const column of CONTENT_COLUMNS.filter((each) => each !== UNITED)) {
  groups.set(groupOf(column), [...(groups.get(groupOf(column)) ?? []), column]);
}

const places = SOURCES.map((source, place) => `('${source}', ${place})`).join(', ');

/** The first source in order that has any field of the group. */
const winners = [...groups].map(([group, columns]) => {
  const any = columns.map((column) => `facts.${column} is not null`).join(' or ');
  return `(array_agg(facts order by places.place) filter (where ${any}))[1] as ${group}`;
});

function mergedColumn(column: string): string {
  if (column === UNITED) return 'united.tags';
  const value = `(merged.${groupOf(column)}).${column}`;
  if (column !== 'natural_key') return value;
  return `case when (merged.identity).sole_trader then ${value} || '|' || merged.id else ${value} end`;
}

/**
 * Plans the records of organizations with several sources: each field, or group of fields that
 * belong together, comes from the first source that has it. Depends only on what the sources say,
 * not on the order in which they said it.
 *
 * Served by organization_sources_pkey, or for a large file by one pass. Locks nothing.
 */
function planMerged(name: string, ids: string) {
  return statement<readonly [], never>(
    name,
    `
  insert into pg_temp.planned_organizations (is_new, id, source, content_hash, ${contentColumns('')})
  with affected as materialized (${ids}),
  merged as (
    select facts.organization_id as id,
      sha256(string_agg(facts.content_hash, ''::bytea order by places.place)) as content_hash,
      ${winners.join(',\n      ')}
    from affected
    join directory.organization_sources as facts on facts.organization_id = affected.id
    join (values ${places}) as places (source, place) on places.source = facts.source
    group by facts.organization_id
  ),
  united as (
    select placed.id, array_agg(placed.tag order by placed.place) as tags
    from (
      select affected.id, tags.tag, min(places.place * 1000 + tags.ordinal) as place
      from affected
      join directory.organization_sources as facts on facts.organization_id = affected.id
      join (values ${places}) as places (source, place) on places.source = facts.source
      cross join lateral unnest(facts.tags) with ordinality as tags (tag, ordinal)
      group by affected.id, tags.tag
    ) as placed
    group by placed.id
  )
  select false, merged.id, 'merged', merged.content_hash, ${CONTENT_COLUMNS.map(mergedColumn).join(', ')}
  from merged
  left join united on united.id = merged.id`,
  );
}

/** Plans the organizations of which the staged source says something new. */
export const planMergedOrganizations = planMerged(
  'directory_plan_merged_organizations',
  'select id from pg_temp.merging_organizations',
);

/** Plans the organizations about which a source says nothing any more. */
export const planReducedOrganizations = planMerged(
  'directory_plan_reduced_organizations',
  'select id from pg_temp.reduced_organizations except select id from pg_temp.merging_organizations',
);
