import { statement } from '@prospecting/platform/postgres';

export interface HasSwitchboardRow {
  readonly hasSwitchboard: boolean;
}

/**
 * Returns true when the organization with this number, a value of the identifier orgNumber, has a
 * switchboard. Served by organization_identifiers_pkey and switchboards_pkey. Locks nothing.
 */
export const selectHasSwitchboard = statement<readonly [numberKey: string], HasSwitchboardRow>(
  'directory_select_has_switchboard',
  `
  select exists (
    select
    from directory.organization_identifiers
    join directory.switchboards on switchboards.organization_id = organization_identifiers.organization_id
    where organization_identifiers.kind = 'orgNumber' and organization_identifiers.value = $1
  ) as "hasSwitchboard"`,
);
