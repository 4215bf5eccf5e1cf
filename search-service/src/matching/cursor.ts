import { createHmac, timingSafeEqual } from 'node:crypto';

/** Where a page begins, and for which list. */
export interface CursorPosition {
  readonly organizationId: string;
  /** 1 to 255. */
  readonly pageSize: number;
  /** The last row of the page before. */
  readonly afterSortKey: string;
  readonly afterId: string;
}

export interface CursorCodec {
  encode(accountId: string, position: CursorPosition): string;
  /** `undefined` unless `encode` made exactly this text, for this account, under one of the keys. */
  decode(accountId: string, cursor: string): CursorPosition | undefined;
}

/** Ends what is signed before the position; another layout of cursors gets another one. */
const PURPOSE = 'contacts cursor 1';
const SIGNATURE_BYTES = 16;
const ORGANIZATION_START = 1;
const ID_START = 17;
const SORT_KEY_START = 33;

/**
 * Cursors of contact pages: the position and its HMAC-SHA-256 (128 bits of it), base64url. Signed, not encrypted: the position is the
 * last contact of the page that the cursor comes with. The account is signed too but not contained.
 *
 * @param keys the first signs, all verify; so a key is changed by putting a new one first.
 */
export function createCursorCodec(keys: readonly string[]): CursorCodec {
  const [signingKey] = keys;
  if (signingKey === undefined) throw new Error('cursors need a key');
  return {
    encode(accountId, position) {
      const packed = pack(position);
      return Buffer.concat([packed, sign(signingKey, accountId, packed)]).toString('base64url');
    },
    decode(accountId, cursor) {
      const bytes = Buffer.from(cursor, 'base64url');
      // The decoder skips what is not base64url and ignores spare bits; a cursor must come back as it was given.
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
