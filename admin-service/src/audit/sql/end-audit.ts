import { statement } from '@prospecting/platform/postgres';
import type { AuditOutcome } from '../audit-records.js';

/**
 * Records the end of an audit, by the database's clock. An end that is on record stays. Uses
 * audits_pkey; locks the audit's row.
 */
export const endAudit = statement<
  readonly [id: string, outcome: AuditOutcome, differences: number, accounts: number | null],
  Record<string, never>
>(
  'accounts_end_audit',
  `update accounts.audits
   set ended_at = clock_timestamp(), outcome = $2, differences = $3, accounts = $4
   where id = $1 and ended_at is null`,
);
