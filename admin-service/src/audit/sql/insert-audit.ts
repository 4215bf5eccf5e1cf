import { statement } from '@prospecting/platform/postgres';

/** Records the start of an audit, by the database's clock. Locks nothing else. */
export const insertAudit = statement<readonly [id: string, graceMs: number], Record<string, never>>(
  'accounts_insert_audit',
  `insert into accounts.audits (id, grace_ms, started_at)
   values ($1, $2, clock_timestamp())`,
);
