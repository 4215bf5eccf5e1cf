import { statement } from '@prospecting/platform/postgres';
import type { Reachable } from '../masking/records.js';

/**
 * Number and e-mail address of organizations' switchboards, in clear: what leaves this service is masked first.
 * Locks nothing. Served by switchboards_pkey.
 */
export const selectSwitchboards = statement<[organizationIds: readonly string[]], Reachable & { subjectId: string }>(
  'reveal_select_switchboards',
  `select organization_id as "subjectId", email, phone
  from directory.switchboards
  where organization_id = any ($1::uuid[])`,
);
