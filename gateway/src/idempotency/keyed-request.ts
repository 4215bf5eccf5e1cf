import { hash, randomUUID } from 'node:crypto';

/** One request under an Idempotency-Key. */
export interface KeyedRequest {
  /** The API key as an identity: a rolled key still replays what its old secret started. */
  readonly keyId: string;
  readonly idempotencyKey: string;
  readonly fingerprint: Buffer;
}

/** The right to do the work of a request, until it is completed, forgotten or its lease is over. */
export interface HeldClaim extends KeyedRequest {
  /** SHA-256 of the Idempotency-Key, under which its row stands. */
  readonly keyHash: Buffer;
  readonly leaseOwner: string;
}

/** The claim that a request makes, under a name that nobody else has. */
export function claimOf(request: KeyedRequest): HeldClaim {
  return { ...request, keyHash: hash('sha256', request.idempotencyKey, 'buffer'), leaseOwner: randomUUID() };
}
