/**
 * credits-service, ready to be served, and its hot statements for benchmarks that run them without
 * the service.
 */
import { PERSONAL_DATA_FIELDS } from '@prospecting/openapi';
import type { ServiceModule } from '@prospecting/platform/serving';
import { buildApplication } from './application.js';
import { loadConfig, type Config } from './config.js';
import { reserve } from './sql/reserve.js';
import { resolve } from './sql/resolve.js';
import { selectBalance } from './sql/select-balance.js';

export const service: ServiceModule<Config> = {
  name: 'credits-service',
  personalDataFields: PERSONAL_DATA_FIELDS,
  loadConfig,
  buildApplication,
};

export { CREDITS_CRASH_POINTS } from './crash-points.js';
export { creditsSchema } from './migrations/index.js';
export { createCreditsLedger } from './rpc/ledger.js';

/** The statement behind a balance. */
export const balanceStatements = { selectBalance } as const;

/** The statements behind Reserve, and behind Capture and Release. */
export const spendStatements = { reserve, resolve } as const;
