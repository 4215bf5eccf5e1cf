import { statement } from '@prospecting/platform/postgres';

/** Remembers every number of the file before records are rejected. Locks nothing. */
export const createPresentNumbers = statement<readonly [], never>(
  'directory_create_present_numbers',
  `
  create temporary table present_numbers as
  select distinct source, org_number_key
  from pg_temp.staged_organizations`,
);

export interface AbsentCountsRow {
  /** Organizations that come from the registers of the file. */
  readonly organizations: number;
  /** Those of them that the file does not have. */
  readonly absent: number;
}

/**
 * Lists the organizations that come from a register of the file and are not in it, as deleted ones.
 * A number in the file keeps its organization, whatever is wrong with the record. Reads every
 * organization once. Locks nothing.
 */
export const insertAbsentOrganizations = statement<readonly [], never>(
  'directory_insert_absent_organizations',
  `
  insert into pg_temp.unsold_organizations (source, org_number_key, state)
  select recorded.source, recorded.org_number_key, 'gone'
  from pg_temp.recorded_numbers as recorded
  where not exists (
    select from pg_temp.present_numbers as present
    where present.source = recorded.source and present.org_number_key = recorded.org_number_key
  )`,
);

/** Lists the numbers on record that come from a register of which the file has records. */
export const createRecordedNumbers = statement<readonly [], never>(
  'directory_create_recorded_numbers',
  `
  create temporary table recorded_numbers as
  select organizations.source, organizations.natural_key as org_number_key
  from directory.organizations
  where organizations.source in (select distinct source from pg_temp.present_numbers)
    and not organizations.sole_trader
  union all
  select facts.source, facts.org_number_key
  from directory.organization_sources as facts
  where facts.source in (select distinct source from pg_temp.present_numbers)
    and not facts.sole_trader`,
);

/** Counts what a full import would remove, and of how many. */
export const selectAbsentCounts = statement<readonly [], AbsentCountsRow>(
  'directory_select_absent_counts',
  `
  select count(*)::float8 as organizations,
    (count(*) filter (where unsold.org_number_key is not null))::float8 as absent
  from pg_temp.recorded_numbers as recorded
  left join (
    select distinct source, org_number_key from pg_temp.unsold_organizations where state = 'gone'
  ) as unsold on unsold.source = recorded.source and unsold.org_number_key = recorded.org_number_key`,
);
