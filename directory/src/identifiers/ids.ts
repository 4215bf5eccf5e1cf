import { createHmac } from 'node:crypto';

/** The kinds of record whose ids can be derived. */
export type IdNamespace = 'organization' | 'contact';

/**
 * Returns a UUIDv8 (RFC 9562, 5.8): the HMAC-SHA-256 of a record's natural key under the secret of
 * the installation. Ids are visible for free, and numbers are sold. Without the secret, a caller
 * could hash every number of a register to find the one behind an id.
 */
export function deriveId(identityKey: string | Buffer, namespace: IdNamespace, naturalKey: string): string {
  const bytes = createHmac('sha256', identityKey).update(`${namespace}\n${naturalKey}`, 'utf8').digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
