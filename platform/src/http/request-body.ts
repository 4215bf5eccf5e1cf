import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { BodyAllowance } from './body-budget.js';
import { headerLines } from './headers.js';

export interface BodyLimits {
  /** Most bytes that are kept. */
  readonly maxBytes: number;
  /** Longest wait for the whole body. */
  readonly timeoutMs: number;
}

/** The body that arrived. A request is counted before it is refused for its body. */
export type RequestBody =
  | { readonly kind: 'complete'; readonly bytes: Buffer }
  /** More than `maxBytes` were announced or sent. */
  | { readonly kind: 'too_large' }
  /** The budget for unfinished bodies had no room. */
  | { readonly kind: 'over_budget' }
  /** The client went away, sent a broken frame, or took too long. */
  | { readonly kind: 'incomplete' };

/**
 * Bytes beyond the limit that are read and thrown away, because a client reads its 413 only when it
 * has sent everything. A client that sends more is cut off.
 */
const DISCARDED_BYTES = 1024 * 1024;

/** For a listener whose callers are trusted with memory. */
const UNBOUNDED: BodyAllowance = { take: () => true, release: () => {} };

const NO_BODY: RequestBody = { kind: 'complete', bytes: Buffer.alloc(0) };

/** Returns true when a body was sent, even an empty one in chunks. */
export function hasBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && Number(length) > 0);
}

/**
 * Reads a body into memory, at most `maxBytes` of it, and holds its allowance until it settles.
 * Never rejects.
 */
export async function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  allowance: BodyAllowance = UNBOUNDED,
): Promise<RequestBody> {
  if (!hasBody(request)) return NO_BODY;
  // A destroyed request emits no further event.
  if (request.destroyed) return { kind: 'incomplete' };
  const announcedBytes = Number(request.headers['content-length'] ?? 0);
  if (announcedBytes > limits.maxBytes + DISCARDED_BYTES) return { kind: 'too_large' };
  try {
    return await collect(request, limits, new BodyBuffer(limits.maxBytes, announcedBytes, allowance));
  } finally {
    allowance.release();
  }
}

function collect(
  request: IncomingMessage,
  { maxBytes, timeoutMs }: BodyLimits,
  body: BodyBuffer,
): Promise<RequestBody> {
  return new Promise((resolve) => {
    const settle = (result: RequestBody): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onCut);
      request.pause();
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      body.append(chunk);
      if (body.receivedBytes > maxBytes + DISCARDED_BYTES) settle({ kind: 'too_large' });
    };
    const onEnd = (): void => settle(body.refusal ?? { kind: 'complete', bytes: body.bytes });
    const onCut = (): void => settle(body.refusal ?? { kind: 'incomplete' });
    const timer = setTimeout(onCut, timeoutMs);
    // 'close' follows every end and every failure. The error adds nothing, but would be thrown
    // without a listener.
    request.on('data', onData).on('end', onEnd).on('close', onCut).on('error', onCut);
  });
}

/**
 * The bytes of one body, copied out of the reads that brought them: a chunk of one byte would keep
 * all 64 KiB of its read alive.
 */
class BodyBuffer {
  /** Why the body will be refused when it is over. Nothing is kept from then on. */
  refusal: RequestBody | undefined;
  receivedBytes = 0;
  readonly #maxBytes: number;
  readonly #allowance: BodyAllowance;
  #buffer = Buffer.alloc(0);

  constructor(maxBytes: number, announcedBytes: number, allowance: BodyAllowance) {
    this.#maxBytes = maxBytes;
    this.#allowance = allowance;
    if (announcedBytes > maxBytes) this.refusal = { kind: 'too_large' };
  }

  append(chunk: Buffer): void {
    const usedBytes = this.receivedBytes;
    this.receivedBytes += chunk.length;
    if (this.receivedBytes > this.#maxBytes) this.#refuse('too_large');
    if (this.refusal !== undefined) return;
    if (this.#grow()) chunk.copy(this.#buffer, usedBytes);
    else this.#refuse('over_budget');
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.receivedBytes);
  }

  /** Makes room for what was received. Returns false when the budget has none. */
  #grow(): boolean {
    if (this.receivedBytes <= this.#buffer.length) return true;
    const capacity = Math.min(this.#maxBytes, Math.max(this.receivedBytes, this.#buffer.length * 2));
    if (!this.#allowance.take(capacity - this.#buffer.length)) return false;
    const grown = Buffer.allocUnsafeSlow(capacity);
    this.#buffer.copy(grown);
    this.#buffer = grown;
    return true;
  }

  #refuse(kind: 'too_large' | 'over_budget'): void {
    this.refusal = { kind };
    this.#buffer = Buffer.alloc(0);
    this.#allowance.release();
  }
}

const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
/**
 * The only parameter that would describe the bytes. JSON defines none, so others have no meaning.
 */
const CHARSET = /;[ \t]*charset=(?:"([^"]*)"|([^;\s]*))/gi;
const UTF_8 = /^utf-?8$/i;
const IDENTITY = /^(?:identity)?$/i;

/**
 * Returns true when the headers of a body declare plain JSON in UTF-8. Two Content-Type headers
 * declare nothing: a proxy and this service might each believe another one.
 */
export function isJsonBody(request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): boolean {
  const [type = '', ...others] = headerLines(request, 'content-type');
  const isUtf8 = [...type.matchAll(CHARSET)].every(([, quoted, bare]) => UTF_8.test(quoted ?? bare ?? ''));
  return others.length === 0 && JSON_TYPE.test(type) && isUtf8 && isIdentity(request.headers);
}

function isIdentity(headers: IncomingHttpHeaders): boolean {
  return IDENTITY.test(headers['content-encoding'] ?? '');
}
