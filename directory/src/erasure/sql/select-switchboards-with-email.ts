import { statement } from '@prospecting/platform/postgres';

export interface SwitchboardWithEmailRow {
  readonly organizationId: string;
  readonly organizationName: string;
  readonly email: string;
}

/**
 * Returns the switchboards with one of the addresses. A switchboard is not a person, but a small
 * firm may have named a person's address. Reads all switchboards. Locks nothing.
 */
export const selectSwitchboardsWithEmail = statement<readonly [emails: readonly string[]], SwitchboardWithEmailRow>(
  'directory_select_switchboards_with_email',
  `
  select switchboards.organization_id as "organizationId", organizations.name as "organizationName", switchboards.email
  from directory.switchboards
  join directory.organizations on organizations.id = switchboards.organization_id
  where switchboards.email = any ($1::text[])
  order by organizations.name`,
);
