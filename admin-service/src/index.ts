/**
 * The service, and its parts for tests and benchmarks that create accounts without its listener.
 */
import { PERSONAL_DATA_FIELDS } from '@prospecting/openapi';
import type { ServiceModule } from '@prospecting/platform/serving';
import { buildApplication } from './application.js';
import { loadConfig, type Config } from './config.js';

export const service: ServiceModule<Config> = {
  name: 'admin-service',
  personalDataFields: PERSONAL_DATA_FIELDS,
  loadConfig,
  buildApplication,
};

export { createAccounts, type Account, type Accounts, type NewAccount } from './accounts/accounts.js';
export { createKeyAdministration, type KeyAdministration, type NewKey } from './api-keys/key-administration.js';
export { accountsSchema } from './migrations/index.js';
export { readRequestLog, type LoggedRequest } from './request-log/read-request-log.js';
