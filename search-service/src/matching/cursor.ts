import { createHmac, timingSafeEqual } from 'node:crypto';

/** The start of a page, and the list it belongs to. */
export interface CursorPosition {
  readonly organizationId: string;
  /** 1 to 255. */
  readonly pageSize: number;
  /** The last row of the previous page. */
  readonly afterSortKey: string;
  readonly afterId: string;
}

export interface CursorCodec {
  encode(accountId: string, position: CursorPosition): string;
  /**
   * Returns undefined unless `encode` produced exactly this text, for this account, under one of
   * the keys.
   */
  decode(accountId: string, cursor: string): CursorPosition | undefined;
}

/** Separates these signatures from others. A new cursor layout gets a new purpose. */
const PURPOSE = 'contacts cursor 1';
const SIGNATURE_BYTES = 16;
const ORGANIZATION_START = 1;
const ID_START = 17;
const SORT_KEY_START = 33;

/**
 * Encodes contact page cursors: the position and its HMAC-SHA-256 (truncated to 128 bits), as
 * base64url. Signed, not encrypted, since the position is the last contact of the page that
 * contains the cursor. The account is signed too, but not contained.
 *
 * @param keys The first signs, all verify. To change the key, put the new one first.
 */
export function createCursorCodec(keys: readonly string[]): CursorCodec {
  const [signingKey] = keys;
  if (signingKey === undefined) throw new Error('createCursorCodec needs at least one key');
  return {
    encode(accountId, position) {
      const packed = pack(position);
      return Buffer.concat([packed, sign(signingKey, accountId, packed)]).toString('base64url');
    },
    decode(accountId, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      // The decoder skips characters that are not base64url and ignores spare bits, so a cursor
      // must re-encode to itself.
      if (bytes.length < SORT_KEY_START + SIGNATURE_BYTES || bytes.toString('base64url') !== cursor) return undefined;
      const packed = bytes.subarray(0, -SIGNATURE_BYTES);
      const signature = bytes.subarray(-SIGNATURE_BYTES);
      const genuine = keys.some((key) => timingSafeEqual(sign(key, accountId, packed), signature));
      return genuine ? unpack(packed) : undefined;
    },
  };
}

function sign(key: string, accountId: string, packed: Buffer): Buffer {
  const hmac = createHmac('sha256', key).update(`${PURPOSE}\0${accountId}\0`).update(packed);
  return hmac.digest().subarray(0, SIGNATURE_BYTES);
}

function pack(position: CursorPosition): Buffer {
  return Buffer.concat([
    Buffer.of(position.pageSize),
    uuidBytes(position.organizationId),
    uuidBytes(position.afterId),
    Buffer.from(position.afterSortKey),
  ]);
}

function unpack(packed: Buffer): CursorPosition {
  return {
    pageSize: packed.readUInt8(0),
    organizationId: uuidText(packed.subarray(ORGANIZATION_START, ID_START)),
    afterId: uuidText(packed.subarray(ID_START, SORT_KEY_START)),
    afterSortKey: packed.toString('utf8', SORT_KEY_START),
  };
}

function uuidBytes(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

function uuidText(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
