import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a body is sealed under and bound to: without the caller's own Idempotency-Key the server secret opens nothing. */
export interface Seal {
  readonly idempotencyKey: string;
  /** Authenticated with the body: a body moved to another row does not open. */
  readonly boundTo: Buffer;
}

const VERSION = Buffer.from([1]);
const IV_BYTES = 12;
const TAG_BYTES = 16;
const BODY_START = VERSION.length + IV_BYTES + TAG_BYTES;

/** Encrypts a body with AES-256-GCM: version, nonce, tag, ciphertext. */
export function sealBody(secret: string, seal: Seal, body: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, seal), iv).setAAD(seal.boundTo);
  const sealed = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]);
  return Buffer.concat([VERSION, iv, cipher.getAuthTag(), sealed]);
}

/** The body, opened with whichever of the secrets sealed it; `undefined` when none did, or it was changed since. */
export function openBody(secrets: readonly string[], seal: Seal, sealed: Buffer): string | undefined {
  if (sealed.length < BODY_START || !sealed.subarray(0, VERSION.length).equals(VERSION)) return undefined;
  const iv = sealed.subarray(VERSION.length, VERSION.length + IV_BYTES);
  const tag = sealed.subarray(VERSION.length + IV_BYTES, BODY_START);
  for (const secret of secrets) {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, seal), iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(seal.boundTo).setAuthTag(tag);
    try {
      return decipher.update(sealed.subarray(BODY_START), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      // The tag does not fit: another secret sealed it.
    }
  }
  return undefined;
}

function deriveKey(secret: string, seal: Seal): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `stored response\n${seal.idempotencyKey}`, 32));
}
