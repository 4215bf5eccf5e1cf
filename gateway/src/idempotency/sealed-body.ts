import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import type { KeyedRequest } from './keyed-request.js';

/** What a body is sealed under and bound to: without the caller's own Idempotency-Key the server secret opens nothing. */
export interface Seal {
  readonly idempotencyKey: string;
  /** Authenticated with the body: a body moved to another row does not open. */
  readonly boundTo: Buffer;
}

/** What the body of a request's response is sealed under and bound to. */
export function sealOf({ idempotencyKey, keyId, fingerprint }: KeyedRequest): Seal {
  return { idempotencyKey, boundTo: Buffer.concat([Buffer.from(keyId), fingerprint]) };
}

const VERSION = Buffer.from([1]);
const IV_BYTES = 12;
const TAG_BYTES = 16;
const BODY_START = VERSION.length + IV_BYTES + TAG_BYTES;

/** A server secret, prepared once for all that it seals and opens. */
export function toSealingKey(secret: string): KeyObject {
  return createSecretKey(secret, 'utf8');
}

/** Encrypts a body with AES-256-GCM: version, nonce, tag, ciphertext. */
export function sealBody(key: KeyObject, seal: Seal, body: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key, seal), iv).setAAD(seal.boundTo);
  const sealed = [cipher.update(body), cipher.final()];
  return Buffer.concat([VERSION, iv, cipher.getAuthTag(), ...sealed]);
}

/** The body, opened with whichever of the keys sealed it; `undefined` when none did, or it was changed since. */
export function openBody(keys: readonly KeyObject[], seal: Seal, sealed: Buffer): Buffer | undefined {
  if (sealed.length < BODY_START || !sealed.subarray(0, VERSION.length).equals(VERSION)) return undefined;
  const iv = sealed.subarray(VERSION.length, VERSION.length + IV_BYTES);
  const tag = sealed.subarray(VERSION.length + IV_BYTES, BODY_START);
  for (const key of keys) {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(key, seal), iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(seal.boundTo).setAuthTag(tag);
    try {
      return Buffer.concat([decipher.update(sealed.subarray(BODY_START)), decipher.final()]);
    } catch {
      // The tag does not fit: another key sealed it.
    }
  }
  return undefined;
}

function deriveKey(key: KeyObject, seal: Seal): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `stored response\n${seal.idempotencyKey}`, 32));
}
