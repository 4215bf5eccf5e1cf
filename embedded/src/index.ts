/** The whole product in one process, for `npm start`, end-to-end tests and benchmarks. */
export { runtimeRoles, schemas } from '@prospecting/database';
export { databaseUrls, prepareDatabase, type DatabaseUrls } from './databases.js';
export {
  SERVICE_NAMES,
  serviceEnvironments,
  type Environment,
  type GrpcAddresses,
  type ServiceName,
  type StackSecrets,
} from './environments.js';
export { LOCAL_POOL_SIZE, startStack, type Stack, type StackOptions, type Transport } from './stack.js';
/** Every step at which a test can make a service fail. */
export { CREDITS_CRASH_POINTS } from '@prospecting/credits-service';
export { GATEWAY_CRASH_POINTS } from '@prospecting/gateway';
export { REVEAL_CRASH_POINTS } from '@prospecting/reveal-service';
