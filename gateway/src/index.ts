/**
 * The public REST edge as a service module, and what finds and counts a key, for benchmarks that do
 * it without the gateway.
 */
import { PERSONAL_DATA_FIELDS } from '@prospecting/openapi';
import type { ServiceModule } from '@prospecting/platform/serving';
import { selectSecret } from './api-keys/sql/select-secret.js';
import { buildApplication } from './application.js';
import { loadConfig, type Config } from './config.js';
import { createCounter, rateHeaders } from './rate-limits/index.js';

export const service: ServiceModule<Config> = {
  name: 'gateway',
  personalDataFields: PERSONAL_DATA_FIELDS,
  loadConfig,
  buildApplication,
};

export { GATEWAY_CRASH_POINTS } from './idempotency/index.js';
export { edgeSchema } from './migrations/index.js';
export { BASE_PATH } from './routes/base-path.js';

/** The statement that finds a key, for benchmarks that run it without the gateway. */
export const keyStatements = { selectSecret } as const;

/** How requests are counted, for the same benchmarks. */
export const rateLimits = { createCounter, rateHeaders } as const;
