/**
 * reveal-service, ready to be served, and its hot statements for benchmarks that run them without
 * it.
 */
import { PERSONAL_DATA_FIELDS } from '@prospecting/openapi';
import type { ServiceModule } from '@prospecting/platform/serving';
import { buildApplication } from './application.js';
import { loadConfig, type Config } from './config.js';
import { commitAttempt } from './sql/commit-attempt.js';
import { selectContactDetails } from './sql/select-contact-details.js';
import { selectDetailPresence } from './sql/select-detail-presence.js';
import { selectRevealed } from './sql/select-revealed.js';
import { selectSwitchboards } from './sql/select-switchboards.js';

export const service: ServiceModule<Config> = {
  name: 'reveal-service',
  personalDataFields: PERSONAL_DATA_FIELDS,
  loadConfig,
  buildApplication,
};

export { revealSchema } from './migrations/index.js';
export { REVEAL_CRASH_POINTS } from './spending/crash-points.js';

/** The statements behind viewing, for benchmarks that run them without the service. */
export const viewingStatements = {
  selectRevealed,
  selectDetailPresence,
  selectContactDetails,
  selectSwitchboards,
} as const;

/** The statement that a spend writes, for the same benchmarks. */
export const spendingStatements = { commitAttempt } as const;
