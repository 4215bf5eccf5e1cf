import {
  databaseAnswers,
  isMigrated,
  openDatabase,
  openGuardedClock,
  type Application,
  type Dependencies,
} from '@prospecting/platform/serving';
import { CONSOLE_FOLDER } from '@prospecting/console';
import { creditsLedger, creditsReader, revealAdmin, revealViewer, searchService } from '@prospecting/protos';
import type { Server } from 'node:http';
import { createAdminApp } from './app.js';
import { createConsoleServer } from './console/app.js';
import type { AdminDependencies } from './dependencies.js';
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
  const parts: AdminDependencies = {
    logger: context.logger,
    tokens,
    docsUrl,
    pool,
    requestLogPool,
    clock,
    creditsReader: transport.connect(creditsReader, credits),
    creditsLedger: transport.connect(creditsLedger, credits),
    revealAdmin: transport.connect(revealAdmin, reveal),
    consoleUrl: config.console?.url,
  };
  const app = createAdminApp(parts);
  const openConsole = (admin: AdminDependencies, options: NonNullable<Config['console']>): Server => {
    const search = { name: 'search-service', target: targets.search ?? '', channels: 1 };
    const upstream = {
      revealViewer: transport.connect(revealViewer, reveal),
      search: transport.connect(searchService, search),
    };
    return createConsoleServer({ ...admin, ...upstream }, { ...options, folder: CONSOLE_FOLDER });
  };
  return {
    administer: app.handle,
    ...(config.console !== undefined && { publicServer: openConsole(parts, config.console) }),
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
