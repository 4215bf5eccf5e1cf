import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** The encodings that a resource can have, the smallest first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The bytes of a resource in one encoding. */
export interface Representation {
  readonly body: Buffer;
  /** Strong: other bytes have another one. */
  readonly etag: string;
  /** Value of the header Content-Security-Policy. */
  readonly securityPolicy: string;
}

/** Something that is served as it is to everybody. */
export interface Resource {
  readonly contentType: string;
  /** Value of the header Cache-Control. */
  readonly cacheControl: string;
  /** False for content that is compressed already: then only `identity` is to be asked for. */
  readonly isCompressible: boolean;
  /** Returns the bytes. The first call reads and compresses; later calls return the same. */
  read(encoding: Encoding): Promise<Representation>;
}

export interface ResourceOptions extends Pick<Resource, 'contentType' | 'cacheControl' | 'isCompressible'> {
  readonly load: () => Promise<Buffer>;
  /** Returns the Content-Security-Policy of a page. Default: files of its origin, and its inline scripts. */
  readonly policyOf?: (markup: string) => string;
}

const compress = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
};

/** The best, 11, takes far longer, and a reader waits for the first compression. */
const BROTLI_QUALITY = 9;

/** Creates a resource that is loaded and compressed when it is first asked for, and then kept. */
export function createResource({ load, policyOf = inlinePolicyOf, ...described }: ResourceOptions): Resource {
  const isPage = described.contentType.startsWith('text/html');
  const kept = new Map<Encoding, Promise<Representation>>();
  const represent = async (encoding: Encoding): Promise<Representation> => {
    const content = await load();
    const digest = createHash('sha256').update(content).digest('base64url').slice(0, 22);
    return {
      body: await encode(content, encoding),
      etag: encoding === 'identity' ? `"${digest}"` : `"${digest}-${encoding}"`,
      securityPolicy: isPage ? policyOf(content.toString('utf8')) : CLOSED_POLICY,
    };
  };
  return {
    ...described,
    read(encoding) {
      const known = kept.get(encoding);
      if (known !== undefined) return known;
      const reading = represent(encoding);
      kept.set(encoding, reading);
      // The next request tries again.
      reading.catch(() => kept.delete(encoding));
      return reading;
    },
  };
}

async function encode(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return content;
  if (encoding === 'gzip') return compress.gzip(content, { level: 9 });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return compress.br(content, { params });
}

const CLOSED_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g;

/**
 * Returns the policy of a page: only files of its own origin and its own inline scripts. Highlighted
 * code has its colours in `style` attributes.
 */
function inlinePolicyOf(markup: string): string {
  const hashes = [...markup.matchAll(INLINE_SCRIPT)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...new Set(hashes)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
