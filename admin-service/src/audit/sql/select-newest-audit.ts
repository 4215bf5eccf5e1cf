import { statement } from '@prospecting/platform/postgres';

export interface NewestAuditRow {
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly outcome: 'complete' | 'failed' | 'interrupted' | null;
  readonly differences: number | null;
  /** The accounts that it compared. Null for an audit of before, and while it runs. */
  readonly accounts: number | null;
}

/** Selects the audit that began last. Uses audits_started_idx; locks nothing. */
export const selectNewestAudit = statement<readonly [], NewestAuditRow>(
  'accounts_select_newest_audit',
  `select started_at as "startedAt", ended_at as "endedAt", outcome, differences, accounts
   from accounts.audits
   order by started_at desc
   limit 1`,
);
