import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from '@prospecting/platform/postgres';
import { deleteOldAudits } from './sql/delete-old-audits.js';
import { endAudit } from './sql/end-audit.js';
import { insertAudit } from './sql/insert-audit.js';
import { selectLatestAudit, type LatestAuditRow } from './sql/select-latest-audit.js';

/**
 * How an audit ended: it compared everything, it could not, or its caller closed the connection.
 */
export type AuditOutcome = 'complete' | 'failed' | 'interrupted';

/** The table of audits. Every method throws service_unavailable. */
export interface AuditRecords {
  /** Records a start, and deletes what is older than 400 days. Returns the id of the audit. */
  start(graceMs: number): Promise<string>;
  /** @param accounts the number of accounts that it compared */
  end(id: string, outcome: AuditOutcome, differences: number, accounts?: number): Promise<void>;
  latest(): Promise<LatestAuditRow>;
}

/** An audit of minutes is not lost to a short failure of the database. */
const END_ATTEMPTS = 4;
const PAUSE_MS = 500;

export function createAuditRecords(pool: Pool): AuditRecords {
  return {
    async start(graceMs) {
      const id = randomUUID();
      await deleteOldAudits.run(pool, []);
      await insertAudit.run(pool, [id, graceMs]);
      return id;
    },
    async end(id, outcome, differences, accounts) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          await endAudit.run(pool, [id, outcome, differences, accounts ?? null]);
          return;
        } catch (error) {
          if (attempt === END_ATTEMPTS) throw error;
          await pause(PAUSE_MS);
        }
      }
    },
    async latest() {
      const [row] = await selectLatestAudit.run(pool, []);
      return row ?? { ranAt: null, completedAt: null, differences: null };
    },
  };
}
