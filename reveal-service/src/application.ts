import { setTimeout as pause } from 'node:timers/promises';
import { directorySchema } from '@prospecting/directory/migrations';
import { createRetention } from '@prospecting/platform/retention';
import { served } from '@prospecting/platform/grpc';
import {
  isMigrated,
  openDatabase,
  openGuardedClock,
  type Application,
  type Dependencies,
} from '@prospecting/platform/serving';
import { CALLERS, creditsLedger, creditsReader, revealAdmin, revealSpender, revealViewer } from '@prospecting/protos';
import type { Config } from './config.js';
import { revealSchema } from './migrations/index.js';
import { revealRetentionJobs } from './retention/retention-jobs.js';
import { createRevealAdmin } from './rpc/admin.js';
import { createSpending } from './rpc/spender.js';
import { createRevealViewer } from './rpc/viewer.js';

/**
 * Builds the service on its two databases. Nothing listens and nothing runs but its clock. Closing
 * it ends recovery; captures that miss the limit are left to the recovery of another process.
 */
export function buildApplication(dependencies: Dependencies<Config>): Application {
  const { config, transport, clock: given, name, logger, registry } = dependencies;
  const revealContext = { name: `${name}/reveal`, logger, registry };
  const revealPool = openDatabase(config.revealDatabase, revealContext);
  const directoryPool = openDatabase(config.directoryDatabase, { ...revealContext, name: `${name}/directory` });
  const { clock, asked, isInStep, stop } = openGuardedClock(revealPool, revealContext, given);
  const creditsService = { name: 'credits-service', target: config.creditsTarget, sharesStream: true };
  const credits = {
    reader: transport.connect(creditsReader, creditsService),
    ledger: transport.connect(creditsLedger, creditsService),
  };
  const parts = { revealPool, directoryPool, clock, credits, logger, registry, pause, crashPoints: config.crashPoints };
  const spending = createSpending(parts, config.recovery);
  const retention = createRetention({
    jobs: revealRetentionJobs(parts, config.retention.graceDays),
    logger,
    registry,
    intervalMs: config.retention.intervalMs,
  });
  return {
    services: [
      served(revealViewer, createRevealViewer(parts)),
      served(revealSpender, spending.spender),
      served(revealAdmin, createRevealAdmin(parts)),
    ],
    callers: CALLERS,
    checks: {
      revealDatabase: isMigrated(revealPool, revealSchema, registry),
      directoryDatabase: isMigrated(directoryPool, directorySchema, registry),
      clock: isInStep,
    },
    async start() {
      await asked;
      spending.recovery.start();
      retention.start();
    },
    async close(limitMs) {
      await Promise.all([spending.stop(limitMs), retention.stop(limitMs)]);
      stop();
      await Promise.all([revealPool.end(), directoryPool.end()]);
    },
  };
}
