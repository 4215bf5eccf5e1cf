import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import type { KeyedRequest } from './keyed-request.js';

/** Caller-specific input of a seal. The server secret opens nothing without the Idempotency-Key. */
export interface Seal {
  readonly idempotencyKey: string;
  /** Authenticated with the body, so a body that is moved to another row does not open. */
  readonly boundTo: Buffer;
}

/** Returns the seal for the response to a request. */
export function sealOf({ idempotencyKey, keyId, fingerprint }: KeyedRequest): Seal {
  return { idempotencyKey, boundTo: Buffer.concat([Buffer.from(keyId), fingerprint]) };
}

const VERSION = Buffer.from([1]);
const IV_BYTES = 12;
const TAG_BYTES = 16;
const BODY_START = VERSION.length + IV_BYTES + TAG_BYTES;

/** Prepares a server secret once for all bodies that it seals and opens. */
export function toSealingKey(secret: string): KeyObject {
  return createSecretKey(secret, 'utf8');
}

/** Encrypts a body with AES-256-GCM. Returns version, nonce, tag and ciphertext. */
export function sealBody(key: KeyObject, seal: Seal, body: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(key, seal), iv).setAAD(seal.boundTo);
  const sealed = [cipher.update(body), cipher.final()];
  return Buffer.concat([VERSION, iv, cipher.getAuthTag(), ...sealed]);
}

/** Returns the body, or `undefined` when none of the keys sealed it or when it was changed. */
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
      // The tag does not match: another key sealed it.
    }
  }
  return undefined;
}

function deriveKey(key: KeyObject, seal: Seal): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `stored response\n${seal.idempotencyKey}`, 32));
}
