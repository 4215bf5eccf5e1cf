/** The whole product in one process: for `npm start`, end-to-end tests and benchmarks. */
export { databaseUrls, prepareDatabase, runtimeRoles, schemas, type DatabaseUrls } from './databases.js';
export { startStack, type Stack, type StackOptions, type StackSecrets } from './stack.js';
export type { Transport } from './transport.js';
