import type { Pool } from '@prospecting/platform/postgres';
import { selectNewestAudit } from '../../audit/sql/select-newest-audit.js';
import type { Routes } from '../../http/routes.js';

export function auditResultRoutes(routes: Routes, { pool }: { readonly pool: Pool }): void {
  routes.get('/audit', async (context) => {
    const [row] = await selectNewestAudit.run(pool, []);
    if (row === undefined) {
      // Koa would answer 204 to null.
      context.type = 'application/json';
      context.body = 'null';
      return;
    }
    const { startedAt, endedAt, outcome, differences, accounts } = row;
    const isComplete = outcome === 'complete';
    context.body = { startedAt, endedAt, clean: isComplete ? differences === 0 : null, differences, accounts };
  });
}
