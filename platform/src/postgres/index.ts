export { describeFailure } from './describe-failure.js';
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
export { ensureRoles, migrateSchema, readMigrations, type Migration, type SchemaModule } from './schema.js';
