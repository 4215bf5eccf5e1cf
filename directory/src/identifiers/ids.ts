import { createHash } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The kinds of record whose ids can be derived. */
export type IdNamespace = 'organization' | 'contact';

/** Drawn once at random. Changing one changes the id of every record that was imported without an id of its own. */
const NAMESPACES: Record<IdNamespace, Buffer> = {
  organization: Buffer.from('bb1a4189334245f89c6333e929f213b8', 'hex'),
  contact: Buffer.from('38a7b67351cc425daa7ff134e84a3670', 'hex'),
};

/** A UUID of any version, in lower case; `undefined` when the text is not one, hyphenated 8-4-4-4-12. */
export function parseUuid(text: string): string | undefined {
  return UUID.test(text) ? text.toLowerCase() : undefined;
}

/** The UUIDv5 (RFC 9562, 5.5) of a record's natural key: the same record has the same id in every import and installation. */
export function deriveId(namespace: IdNamespace, naturalKey: string): string {
  const bytes = createHash('sha1').update(NAMESPACES[namespace]).update(naturalKey, 'utf8').digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
