import { served } from '@prospecting/platform/grpc';
import {
  isMigrated,
  openDatabase,
  openGuardedClock,
  type Application,
  type Dependencies,
} from '@prospecting/platform/serving';
import { CALLERS, creditsLedger, creditsReader } from '@prospecting/protos';
import type { Config } from './config.js';
import { creditsSchema } from './migrations/index.js';
import { LOCK_TIMEOUT_MS } from './rpc/dependencies.js';
import { createCreditsLedger } from './rpc/ledger.js';
import { createCreditsReader } from './rpc/reader.js';

/** Builds the service on its database. Nothing listens and nothing runs but its clock. */
export function buildApplication({ config, clock: given, ...context }: Dependencies<Config>): Application {
  const pool = openDatabase(config.database, context, { lockTimeoutMs: LOCK_TIMEOUT_MS });
  const { clock, asked, isInStep, stop } = openGuardedClock(pool, context, given);
  const dependencies = { pool, clock, crashPoints: config.crashPoints };
  return {
    services: [
      served(creditsReader, createCreditsReader(dependencies)),
      served(creditsLedger, createCreditsLedger(dependencies)),
    ],
    callers: CALLERS,
    checks: { database: isMigrated(pool, creditsSchema, context.registry), clock: isInStep },
    start: () => asked,
    async close() {
      stop();
      await pool.end();
    },
  };
}
