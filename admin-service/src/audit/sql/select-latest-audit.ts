import { statement } from '@prospecting/platform/postgres';

/** All null when there was none. Seconds since 1970. */
export interface LatestAuditRow {
  /** Start of the newest audit, whatever became of it. */
  readonly ranAt: number | null;
  /** End of the newest complete audit. */
  readonly completedAt: number | null;
  /** Differences that it found. */
  readonly differences: number | null;
}

/**
 * Selects the newest audits. Scans the table, which has a row for each audit of 400 days; locks
 * nothing.
 */
export const selectLatestAudit = statement<readonly [], LatestAuditRow>(
  'accounts_select_latest_audit',
  `with complete as (
     select ended_at, differences
     from accounts.audits
     where outcome = 'complete'
     order by ended_at desc
     limit 1
   )
   select
     (select extract(epoch from max(started_at))::float8 from accounts.audits) as "ranAt",
     (select extract(epoch from ended_at)::float8 from complete) as "completedAt",
     (select differences from complete) as differences`,
);
