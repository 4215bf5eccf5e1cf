import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export interface BodyLimits {
  /** Most bytes that are kept. */
  readonly maxBytes: number;
  /** Longest wait for the whole body. */
  readonly timeoutMs: number;
}

/** What arrived. Refusing it is decided later: the request is counted first. */
export type RequestBody =
  | { readonly kind: 'complete'; readonly bytes: Buffer }
  /** More than `maxBytes`. */
  | { readonly kind: 'too_large' }
  /** The client went away, sent a broken frame, or took too long. */
  | { readonly kind: 'incomplete' };

/**
 * What is read and thrown away beyond the limit: a client hears the 413 only once its own sending is over. Whoever sends more
 * is cut off.
 */
const DISCARDED_BYTES = 1024 * 1024;

const NO_BODY: RequestBody = { kind: 'complete', bytes: Buffer.alloc(0) };

/** Whether a body was sent, even an empty one in chunks. */
export function hasBody(request: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  return encoding !== undefined || (length !== undefined && Number(length) > 0);
}

/** Reads a body into memory, never more than `maxBytes`. Never rejects: a body that fails to arrive is an answer too. */
export function readBody(request: IncomingMessage, limits: BodyLimits): Promise<RequestBody> {
  if (!hasBody(request)) return Promise.resolve(NO_BODY);
  // Gone before anyone listened: no event would come any more.
  if (request.destroyed) return Promise.resolve({ kind: 'incomplete' });
  if (Number(request.headers['content-length'] ?? 0) > limits.maxBytes + DISCARDED_BYTES) {
    return Promise.resolve({ kind: 'too_large' });
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    const settle = (body: RequestBody): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onCut);
      request.pause();
      resolve(body);
    };
    const onData = (chunk: Buffer): void => {
      receivedBytes += chunk.length;
      if (receivedBytes <= limits.maxBytes) chunks.push(chunk);
      else chunks.length = 0;
      if (receivedBytes > limits.maxBytes + DISCARDED_BYTES) settle({ kind: 'too_large' });
    };
    const onEnd = (): void => {
      if (receivedBytes > limits.maxBytes) return settle({ kind: 'too_large' });
      settle({ kind: 'complete', bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) });
    };
    const onCut = (): void => settle({ kind: 'incomplete' });
    const timer = setTimeout(onCut, limits.timeoutMs);
    // 'close' follows every end and every failure; the error itself says nothing more, but without a listener it would be thrown.
    request.on('data', onData).on('end', onEnd).on('close', onCut).on('error', onCut);
  });
}

const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
/** The one parameter that would say something of the bytes; JSON defines none, so the others mean nothing. */
const CHARSET = /;[ \t]*charset=(?:"([^"]*)"|([^;\s]*))/gi;
const UTF_8 = /^utf-?8$/i;
const IDENTITY = /^(?:identity)?$/i;

/** Whether the headers of a body say plain JSON in UTF-8. */
export function isJsonBody(headers: IncomingHttpHeaders): boolean {
  const type = headers['content-type'] ?? '';
  const isUtf8 = [...type.matchAll(CHARSET)].every(([, quoted, bare]) => UTF_8.test(quoted ?? bare ?? ''));
  return JSON_TYPE.test(type) && isUtf8 && IDENTITY.test(headers['content-encoding'] ?? '');
}
