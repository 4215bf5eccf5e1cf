/**
 * How services are configured, built, reached and served; every process and every test goes through
 * it.
 */
export type { Application, Dependencies, Peer, ServiceModule, ServingContext, Transport } from './application.js';
export {
  databaseFields,
  processFields,
  servingFields,
  tlsFields,
  toDatabaseConfig,
  toProcessConfig,
  toServingConfig,
  toTlsFiles,
  type DatabaseConfig,
  type ServingConfig,
} from './config.js';
export { databaseAnswers, isMigrated, toleratedOncePassed, type SchemaNeeds } from './database-checks.js';
export { openDatabase, openGuardedClock, type OpenedClock } from './database.js';
export { runService } from './run-service.js';
export { serve, type ServeOptions, type Serving } from './serve.js';
export {
  createGrpcTransport,
  createInProcessTransport,
  type GrpcTransport,
  type InProcessTransport,
} from './transport.js';
