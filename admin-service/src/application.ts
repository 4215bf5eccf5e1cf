import {
  databaseAnswers,
  isMigrated,
  openDatabase,
  openGuardedClock,
  type Application,
  type Dependencies,
} from '@prospecting/platform/serving';
import { creditsLedger, creditsReader, revealAdmin } from '@prospecting/protos';
import { createAdminApp } from './app.js';
import { registerAuditMetrics } from './audit/audit-metrics.js';
import { createAuditRecords } from './audit/audit-records.js';
import type { Config } from './config.js';
import { accountsSchema } from './migrations/index.js';

/**
 * Builds the service from its databases and the services that it administers. Opens no listener and
 * runs nothing but its clock.
 */
export function buildApplication(dependencies: Dependencies<Config>): Application {
  const { config, transport, clock: given, ...context } = dependencies;
  const pool = openDatabase(config.database, context);
  const requestLogPool = openDatabase(config.requestLogDatabase, { ...context, name: `${context.name}/edge` });
  const { clock, asked, isInStep, stop } = openGuardedClock(pool, context, given);
  const { targets, tokens, docsUrl } = config;
  registerAuditMetrics({ ...context, records: createAuditRecords(pool) });
  const credits = { name: 'credits-service', target: targets.credits, channels: 1 };
  const reveal = { name: 'reveal-service', target: targets.reveal, channels: 1 };
  const app = createAdminApp({
    logger: context.logger,
    tokens,
    docsUrl,
    pool,
    requestLogPool,
    clock,
    creditsReader: transport.connect(creditsReader, credits),
    creditsLedger: transport.connect(creditsLedger, credits),
    revealAdmin: transport.connect(revealAdmin, reveal),
  });
  return {
    administer: app.handle,
    checks: {
      database: isMigrated(pool, accountsSchema, context.registry),
      requestLog: databaseAnswers(requestLogPool, 'edge.request_log'),
      clock: isInStep,
    },
    start: () => asked,
    beforeDrain: app.stopAudits,
    async close() {
      stop();
      await Promise.all([pool.end(), requestLogPool.end()]);
    },
  };
}
