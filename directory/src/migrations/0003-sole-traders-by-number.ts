import type { Migration } from '@prospecting/platform/postgres';

/**
 * A sole trader is known by the number, never by the name: the natural key of each, unique because one person may run several
 * firms under one number, ends in the id in place of the name.
 */
export const soleTradersByNumber: Migration = {
  name: '0003_sole_traders_by_number',
  sql: `
    update directory.organizations
    set natural_key = split_part(natural_key, '|', 1) || '|' || id
    where natural_key like 'SE#%';

    comment on column directory.organizations.natural_key is
      'Country and number. Of a Swedish sole trader, SE#, the keyed hash of the number, | and the id.';
  `,
};
