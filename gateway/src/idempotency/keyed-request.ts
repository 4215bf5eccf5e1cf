import { createHash, hash, randomUUID } from 'node:crypto';
import type { Json } from '../http/json-text.js';

/** One request under an Idempotency-Key. */
export interface KeyedRequest {
  /** The API key as an identity: a rolled key still replays what its old secret started. */
  readonly keyId: string;
  readonly idempotencyKey: string;
  readonly fingerprint: Buffer;
}

/** The right to do the work of a request, until it is completed, given back or its lease is over. */
export interface HeldClaim extends KeyedRequest {
  /** SHA-256 of the Idempotency-Key, which its row is found by. */
  readonly keyHash: Buffer;
  readonly leaseOwner: string;
}

/** How long a claim is held without a renewal, by the database's clock. */
export const LEASE_MS = 60_000;

/** The claim that a request makes, with a name that no other claim has. */
export function claimOf(request: KeyedRequest): HeldClaim {
  return { ...request, keyHash: hash('sha256', request.idempotencyKey, 'buffer'), leaseOwner: randomUUID() };
}

/**
 * Names what a request under an Idempotency-Key spends, for good and on every gateway: a gateway that takes
 * over from one that died names it the same, so it ends in the one outcome. SHA-256, in hex.
 */
export function operationIdOf({ keyId, idempotencyKey, fingerprint: print }: KeyedRequest): string {
  // The parts before the caller's own text have fixed lengths, so no two requests join to the same bytes.
  return createHash('sha256').update(`${keyId}\n`).update(print).update(idempotencyKey).digest('hex');
}

/**
 * What makes two requests the same: SHA-256 of method, path and the body in canonical form, so that key order, white space and
 * escapes do not matter and everything else does, fields that no endpoint knows included.
 */
export function fingerprint(method: string, path: string, body: Json): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest();
}

/** Keys in code unit order, no white space, numbers exactly as `JSON.parse` reads them. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number') return canonicalNumber(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
  return `{${members.join(',')}}`;
}

/** `JSON.stringify` would write the infinities that `1e999` reads as like null, and -0 like 0. */
function canonicalNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
