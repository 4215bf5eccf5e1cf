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
  serveGrpc,
  type Application,
  type Serving,
  type ServingContext,
} from './serve-grpc.js';
