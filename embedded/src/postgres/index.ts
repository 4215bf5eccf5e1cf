export { makeDataDir } from './placement.js';
export { startPostgres, type EmbeddedPostgres, type PostgresOptions } from './start-postgres.js';
export { StartupError, systemCode } from './startup-error.js';
