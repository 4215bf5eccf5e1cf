/** The public REST edge as a service module. */
import { PERSONAL_DATA_FIELDS } from '@prospecting/openapi';
import type { ServiceModule } from '@prospecting/platform/serving';
import { buildApplication } from './application.js';
import { loadConfig, type Config } from './config.js';

export const service: ServiceModule<Config> = {
  name: 'gateway',
  personalDataFields: PERSONAL_DATA_FIELDS,
  loadConfig,
  buildApplication,
};

export { GATEWAY_CRASH_POINTS } from './idempotency/index.js';
export { edgeSchema } from './migrations/index.js';
export { BASE_PATH } from './routes/base-path.js';
