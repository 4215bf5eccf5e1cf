export { toNodeUrl } from './connection-url.js';
export { describeFailure, targetOf, type Target } from './describe-failure.js';
export { fromPostgres, isPostgresError, violates, type PostgresError } from './errors.js';
export { isBusy, sawFullDisk } from './pool-health.js';
export {
  createPool,
  inTransaction,
  Pool,
  statement,
  type PoolClient,
  type PoolOptions,
  type Queryable,
  type RunOptions,
  type Statement,
} from './pool.js';
export {
  administer,
  OLDEST_MAJOR,
  openAdministrator,
  UnsupportedServerError,
  type Administrator,
  type AdministratorOptions,
} from './administrator.js';
export { migrateSchema, MigrationError, readSchemaStatus, SchemaOwnerError, type SchemaStatus } from './migrate.js';
export { ensureRoles, MissingRolesError, rolesOf, scramVerifier, type RoleOptions } from './roles.js';
export { readMigrations, type Migration, type SchemaModule } from './schema.js';
