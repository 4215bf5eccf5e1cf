export { GATEWAY_CRASH_POINTS, type GatewayCrashPoint } from './crash-points.js';
export { fingerprint } from './fingerprint.js';
export { parseIdempotencyKey, type UnusableKey } from './idempotency-key.js';
export { once, type OnceResponse } from './once.js';
export type { KeyedRequest } from './keyed-request.js';
export { LOCK_TIMEOUT_MS } from './limits.js';
export { createResponseStore, type ResponseStore, type StoredResponse } from './response-store.js';
export { spendIdOf } from './spend-id.js';
export { startSweeper } from './sweeper.js';
