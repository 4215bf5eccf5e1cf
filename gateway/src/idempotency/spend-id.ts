import { createHash } from 'node:crypto';
import type { KeyedRequest } from './keyed-request.js';

/**
 * Names what a request under an Idempotency-Key spends, for good and on every gateway: who takes over from one that died names it the same,
 * so it ends in the one outcome. SHA-256, in hex.
 */
export function spendIdOf({ keyId, idempotencyKey, fingerprint }: KeyedRequest): string {
  // The parts before the caller's own text have fixed lengths, so no two requests join to the same bytes.
  return createHash('sha256').update(`${keyId}\n`).update(fingerprint).update(idempotencyKey).digest('hex');
}
