import { isUtf8 } from 'node:buffer';
import { createHash, hash, randomUUID } from 'node:crypto';
import type { Json } from '@prospecting/platform/json';

/** A request that has an Idempotency-Key. */
export interface KeyedRequest {
  /**
   * Id of the API key. A roll keeps it, so a rolled key replays the responses of its old secret.
   */
  readonly keyId: string;
  readonly idempotencyKey: string;
  readonly fingerprint: Buffer;
}

/**
 * The right to do the work of a request. It ends when the request is completed, when the claim is
 * released, or when its lease expires.
 */
export interface HeldClaim extends KeyedRequest {
  /** SHA-256 of the Idempotency-Key. With `keyId` it is the primary key of the row. */
  readonly keyHash: Buffer;
  readonly leaseOwner: string;
}

/** Lease of a claim without renewal, by the database's clock. */
export const LEASE_MS = 60_000;

/** Returns the claim that a request asks for, with a lease owner that no other claim has. */
export function claimOf(request: KeyedRequest): HeldClaim {
  return { ...request, keyHash: hash('sha256', request.idempotencyKey, 'buffer'), leaseOwner: randomUUID() };
}

/**
 * Returns the operation id of a request: SHA-256, in hex. Every gateway derives the same id from
 * the same request, so a gateway that takes over from a dead one comes to the same outcome.
 */
export function operationIdOf({ keyId, idempotencyKey, fingerprint: print }: KeyedRequest): string {
  // The parts before the Idempotency-Key have fixed lengths, so two requests never join to the same
  // bytes.
  return createHash('sha256').update(`${keyId}\n`).update(print).update(idempotencyKey).digest('hex');
}

/**
 * Returns SHA-256 of the method, the path and the canonical body. Requests with equal fingerprints
 * are the same request. Key order, white space and escapes do not matter. Everything else does,
 * including fields that no endpoint knows.
 */
export function fingerprint(method: string, path: string, body: Json): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest();
}

/**
 * Writes keys in code unit order, no white space, and numbers exactly as `JSON.parse` reads them.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number') return canonicalNumber(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
  return `{${members.join(',')}}`;
}

/**
 * `JSON.parse` reads `1e999` as Infinity, which `JSON.stringify` writes as null. It writes -0 as 0.
 */
function canonicalNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/**
 * RFC 9651 string, the form that the Idempotency-Key draft requires. Parameters after it are
 * ignored.
 */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"[ ]*(?:;.*)?$/;
const ESCAPED = /\\(["\\])/g;
const CONTROL_CHARACTER = /\p{Cc}/u;

export const MAX_KEY_CHARACTERS = 255;

/** An Idempotency-Key that cannot be used. */
export interface UnusableKey {
  /** The reason, as the caller reads it. */
  readonly problem: string;
}

/**
 * Parses the Idempotency-Key header. `"k"` and `k` are the same key: the draft standard requires
 * quotes, but most clients omit them. Returns `undefined` when the header is missing or empty.
 */
export function parseIdempotencyKey(header: string | undefined): string | UnusableKey | undefined {
  const sent = decoded(header ?? '').trim();
  const quoted = QUOTED.exec(sent);
  const key = quoted === null ? sent : (quoted[1] ?? '').replace(ESCAPED, '$1');
  if (key === '') return undefined;
  if (Array.from(key).length > MAX_KEY_CHARACTERS)
    return { problem: `must have at most ${MAX_KEY_CHARACTERS} characters` };
  if (CONTROL_CHARACTER.test(key)) return { problem: 'must not hold control characters' };
  return key;
}

/** Node decodes headers as Latin-1. Returns the text as UTF-8 when its bytes are valid UTF-8. */
function decoded(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}
