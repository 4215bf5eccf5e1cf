export {
  databaseFields,
  servingFields,
  toDatabaseConfig,
  toServingConfig,
  type DatabaseConfig,
  type ServingConfig,
} from './config.js';
export {
  databaseAnswers,
  openDatabase,
  openGuardedClock,
  serveGrpc,
  withGuardedClock,
  type Application,
  type Serving,
  type ServingContext,
} from './serve-grpc.js';
