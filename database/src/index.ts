export { inspectDatabase, type Inspection } from './inspect.js';
export { readMigrationConfig, type MigrationConfig, type Target } from './config.js';
export { migrateDatabases, readDatabases, type Note, type SchemaResult } from './migrate.js';
export { DatabaseProblem } from './problems.js';
export { roleStatements } from './role-statements.js';
export { runtimeRoles, schemas } from './schemas.js';
