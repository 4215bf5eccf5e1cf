import { hash } from 'node:crypto';

/** One request under an Idempotency-Key. */
export interface KeyedRequest {
  /** The API key as an identity: a rolled key still replays what its old secret started. */
  readonly keyId: string;
  readonly idempotencyKey: string;
  readonly fingerprint: Buffer;
}

/** The right to do the work of a request, until it is completed, forgotten or its lease is over. */
export interface HeldClaim extends KeyedRequest {
  readonly leaseOwner: string;
}

/** SHA-256 of the Idempotency-Key, under which its row stands. */
export function hashOf({ idempotencyKey }: KeyedRequest): Buffer {
  return hash('sha256', idempotencyKey, 'buffer');
}
