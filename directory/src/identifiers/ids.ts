import { createHmac } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The kinds of record whose ids can be derived. */
export type IdNamespace = 'organization' | 'contact';

/** A UUID of any version, in lower case; `undefined` when the text is not one, hyphenated 8-4-4-4-12. */
export function parseUuid(text: string): string | undefined {
  return UUID.test(text) ? text.toLowerCase() : undefined;
}

/**
 * A UUIDv8 (RFC 9562, 5.8): HMAC-SHA-256 of a record's natural key under the secret of the installation. Ids are free to see. Without
 * the secret, all numbers of a register could be tried until one gives the id, and the number is what is sold.
 */
export function deriveId(identityKey: string | Buffer, namespace: IdNamespace, naturalKey: string): string {
  const bytes = createHmac('sha256', identityKey).update(`${namespace}\n${naturalKey}`, 'utf8').digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
