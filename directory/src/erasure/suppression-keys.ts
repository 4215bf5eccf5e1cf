import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/**
 * What a suppression is about. `id`, `email` and `linkedIn` each suppress a record that has the
 * same; `phoneAndName` one that has both; `name` one of the same organization that does not
 * contradict the erased person. `phone` and `sharedEmail` only tell whether a record contradicts.
 */
export type SuppressionKind = 'id' | 'email' | 'sharedEmail' | 'linkedIn' | 'phone' | 'phoneAndName' | 'name';

/** The values of a contact by which an import would bring it back. */
export interface ContactIdentity {
  readonly id: string;
  readonly organizationId: string;
  readonly normalizedName: string;
  readonly linkedInSlug: string | null;
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
}

/** The hashes of one contact; null where the contact has no value. */
export type IdentityHashes = Readonly<Record<Exclude<SuppressionKind, 'sharedEmail'>, Buffer | null>>;

/** Derives keyed hashes of values, and seals what a pending erasure still needs. */
export interface SuppressionKeys {
  hash(kind: Exclude<SuppressionKind, 'sharedEmail'>, ...values: readonly string[]): Buffer;
  hashesOf(contact: ContactIdentity): IdentityHashes;
  seal(erasureId: string, text: string): Buffer;
  /** Throws when another key sealed the bytes, or for another erasure. */
  open(erasureId: string, sealed: Buffer): string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Derives both keys from the installation's secret, each under a label of its own, so that neither
 * tells anything about the ids and hashes that the same secret makes elsewhere.
 */
export function suppressionKeys(identityKey: string | Buffer): SuppressionKeys {
  const hashKey = derive(identityKey, 'prospecting suppressions');
  const sealKey = derive(identityKey, 'prospecting pending erasures');
  const hash: SuppressionKeys['hash'] = (kind, ...values) =>
    // No value contains a line break, so the joined text is unambiguous.
    createHmac('sha256', hashKey)
      .update(`${kind}\n${values.join('\n')}`, 'utf8')
      .digest();
  return {
    hash,
    hashesOf: ({ id, organizationId, normalizedName, linkedInSlug, email, phone }) => ({
      id: hash('id', id),
      email: email === null ? null : hash('email', email),
      linkedIn: linkedInSlug === null ? null : hash('linkedIn', linkedInSlug),
      phone: phone === null ? null : hash('phone', phone),
      phoneAndName: phone === null ? null : hash('phoneAndName', phone, normalizedName),
      name: hash('name', organizationId, normalizedName),
    }),
    seal(erasureId, text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(erasureId));
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]);
    },
    open(erasureId, sealed) {
      const tagEnd = IV_BYTES + TAG_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, IV_BYTES));
      decipher.setAAD(Buffer.from(erasureId)).setAuthTag(sealed.subarray(IV_BYTES, tagEnd));
      return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString('utf8');
    },
  };
}

function derive(identityKey: string | Buffer, label: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', identityKey, '', label, 32)));
}
