export { parseIdempotencyKey, type UnusableKey } from './idempotency-key.js';
export { fingerprint, operationIdOf, type KeyedRequest } from './keyed-request.js';
export { GATEWAY_CRASH_POINTS, once, type GatewayCrashPoint, type OnceResponse } from './once.js';
export { createResponseStore, type ResponseStore, type StoredResponse } from './response-store.js';
export { LOCK_TIMEOUT_MS } from './shared-writes.js';
export { startSweeper, type Sweeper } from './sweeper.js';
