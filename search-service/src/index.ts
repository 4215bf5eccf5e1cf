/**
 * search-service, ready to be served, and its hot statements for benchmarks that run them without
 * it.
 */
import { PERSONAL_DATA_FIELDS } from '@prospecting/openapi';
import type { ServiceModule } from '@prospecting/platform/serving';
import { buildApplication } from './application.js';
import { loadConfig, type Config } from './config.js';

export const service: ServiceModule<Config> = {
  name: 'search-service',
  personalDataFields: PERSONAL_DATA_FIELDS,
  loadConfig,
  buildApplication,
};

export { matchOrganizationsValues } from './matching/candidates.js';
export { selectOrganizationHits } from './sql/select-organization-hits.js';
