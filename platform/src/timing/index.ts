export { backoffMs, createBackoff, spread, type Backoff, type BackoffLimits } from './backoff.js';
export { withTimeout } from './with-timeout.js';
