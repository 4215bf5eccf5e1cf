export {
  fingerprint,
  operationIdOf,
  parseIdempotencyKey,
  type KeyedRequest,
  type UnusableKey,
} from './keyed-request.js';
export {
  createIdempotencyMetrics,
  GATEWAY_CRASH_POINTS,
  runIdempotently,
  type GatewayCrashPoint,
  type IdempotencyMetrics,
  type IdempotentResponse,
} from './run-idempotently.js';
export { createResponseStore, type ResponseStore, type StoredResponse } from './response-store.js';
export { LOCK_TIMEOUT_MS } from './shared-writes.js';
