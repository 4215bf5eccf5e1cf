import { statement } from '@prospecting/platform/postgres';
import type { SwitchboardRecord } from '../masking/records.js';
import { maskedColumns } from './masked-columns.js';

export type SwitchboardRow = SwitchboardRecord & { readonly subjectId: string };

/**
 * Returns the unmasked contact channels of organizations' switchboards. They are masked before they
 * leave this service. Locks nothing. Served by switchboards_pkey.
 */
export const selectSwitchboards = statement<[organizationIds: readonly string[]], SwitchboardRow>(
  'reveal_select_switchboards',
  `select organization_id as "subjectId", ${maskedColumns('switchboard', 'switchboards')}
  from directory.switchboards
  where organization_id = any ($1::uuid[])`,
);
