/** The public REST edge, for whoever runs or embeds it. */
export { createGateway, type Gateway, type GatewayOptions } from './app.js';
export {
  serveGateway,
  type GatewayContext,
  type GatewayServer,
  type GatewayServerConfig,
  type GatewayServices,
} from './server.js';
export { createAccounts, type Account, type Accounts, type NewAccount } from './accounts/index.js';
export {
  createAuthenticator,
  createKeyAdministration,
  type Authenticator,
  type KeyAdministration,
} from './api-keys/index.js';
export { createCounter, createMemoryCounter, type Counter } from './counters/index.js';
export { createResponseStore, GATEWAY_CRASH_POINTS, type ResponseStore } from './idempotency/index.js';
export { edgeSchema } from './migrations/index.js';
export { BASE_PATH } from './routes/base-path.js';
export { createRequestLog, type RequestLog, type RequestLogEntry } from './request-log/index.js';
export type { ResponseGuardOptions } from './middleware/respond.js';
export type { Backends } from './upstream/index.js';
