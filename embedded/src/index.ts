/** The whole product in one process: for `npm start`, end-to-end tests and benchmarks. */
export { databaseUrls, prepareDatabase, runtimeRoles, schemas, type DatabaseUrls } from './databases.js';
export { LOCAL_POOL_SIZE } from './pool-size.js';
export { startStack, type Stack, type StackOptions, type StackSecrets } from './stack.js';
export type { Transport } from './transport.js';
/** Every step at which tests make a service fail. */
export { CREDITS_CRASH_POINTS } from '@prospecting/credits-service';
export { GATEWAY_CRASH_POINTS } from '@prospecting/gateway';
export { REVEAL_CRASH_POINTS } from '@prospecting/reveal-service';
