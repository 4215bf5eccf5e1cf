import { createHash, type Hash } from 'node:crypto';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '@prospecting/platform/timing';

/** A file behind a URL, read from its beginning to its end over as many connections as it takes. */
export interface RemoteFile {
  readonly bytes: AsyncIterable<Buffer>;
  /** Returns the size in bytes when the server has announced it. */
  bytesTotal(): number | undefined;
}

export interface RemoteOptions {
  /** Longest silence of the server, in milliseconds. Default: 30,000. */
  readonly silenceMs?: number;
  /** The first pause before a retry, in milliseconds. Default: 500. */
  readonly firstPauseMs?: number;
}

/** Tries in a row that bring no byte. */
const MAX_TRIES = 6;
const MAX_PAUSE_MS = 10_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const TEMPORARY = new Set([408, 425, 429, 500, 502, 503, 504]);
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A failure that a repetition would meet again. */
class FinalError extends Error {}

/** Returns true for what names a remote file, right or wrong. A path never begins so. */
export function isUrl(input: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(input);
}

/**
 * Opens a file behind a URL. A connection that breaks or falls silent is replaced: by a request for
 * the rest where the server allows that, and otherwise by one for the whole file, whose known
 * beginning is compared and skipped. Errors name the URL without its query, which may hold a
 * signature.
 */
export function openRemote(
  address: string,
  { silenceMs = 30_000, firstPauseMs = 500 }: RemoteOptions = {},
): RemoteFile {
  const url = parse(address);
  const progress: Progress = { given: 0, hash: createHash('sha256'), etag: undefined, total: undefined };

  async function* read(): AsyncGenerator<Buffer, void> {
    for (let tries = 1; ; tries += 1) {
      const before = progress.given;
      try {
        for await (const chunk of attempt(url, progress, silenceMs)) {
          progress.given += chunk.length;
          progress.hash.update(chunk);
          yield chunk;
        }
        return;
      } catch (error) {
        if (progress.given > before) tries = 1;
        if (error instanceof FinalError || tries >= MAX_TRIES) throw describe(url, error, tries);
      }
      await pause(backoffMs({ firstMs: firstPauseMs, maxMs: MAX_PAUSE_MS }, tries - 1));
    }
  }

  return { bytes: read(), bytesTotal: () => progress.total };
}

interface Progress {
  /** Bytes that the reader has. */
  given: number;
  /** Of the bytes that the reader has. */
  readonly hash: Hash;
  /** The strong ETag of the first answer. Undefined: there was none, or no answer yet. */
  etag: string | undefined;
  total: number | undefined;
}

/** Yields the bytes that the reader does not have, from one answer. */
async function* attempt(url: URL, progress: Progress, silenceMs: number): AsyncGenerator<Buffer, void> {
  const { given, etag } = progress;
  // Only the end of the answer got lost.
  if (given > 0 && given === progress.total) return;
  // Without an ETag nothing tells whether the rest belongs to the same file.
  const headers: Record<string, string> =
    given > 0 && etag !== undefined ? { range: `bytes=${given}-`, 'if-range': etag } : {};
  const response = await get(url, headers, silenceMs);
  try {
    const isRest = response.statusCode === 206;
    if (isRest && !response.headers['content-range']?.startsWith(`bytes ${given}-`))
      throw new FinalError('the server sent another part than the one asked for');
    const newEtag = strongEtag(response);
    if (given > 0 && newEtag !== etag) throw new FinalError('the file changed while it was read; import it again');
    progress.etag = newEtag;
    if (!isRest) progress.total = lengthOf(response);
    const chunks = chunksOf(response, silenceMs);
    yield* isRest ? chunks : skipKnown(chunks, progress);
  } finally {
    response.destroy();
  }
}

/** Drops the bytes that the reader has, after a comparison. */
async function* skipKnown(chunks: AsyncIterable<Buffer>, { given, hash }: Progress): AsyncGenerator<Buffer, void> {
  const known = hash.copy().digest();
  const again = createHash('sha256');
  let left = given;
  for await (const chunk of chunks) {
    const skipped = chunk.subarray(0, left);
    again.update(skipped);
    left -= skipped.length;
    if (left > 0) continue;
    if (skipped.length > 0 && !again.copy().digest().equals(known))
      throw new FinalError('the file changed while it was read; import it again');
    if (chunk.length > skipped.length) yield chunk.subarray(skipped.length);
  }
  if (left > 0) throw new FinalError('the file became shorter while it was read; import it again');
}

/** Yields the body. The time in which the reader is busy does not count as silence. */
async function* chunksOf(response: IncomingMessage, silenceMs: number): AsyncGenerator<Buffer, void> {
  const iterator = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const timer = setTimeout(() => response.destroy(silence(silenceMs)), silenceMs);
    const next = await iterator.next().finally(() => clearTimeout(timer));
    if (next.done === true) return;
    yield next.value;
  }
}

async function get(url: URL, headers: Readonly<Record<string, string>>, silenceMs: number): Promise<IncomingMessage> {
  let target = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await send(target, headers, silenceMs);
    const { statusCode = 0 } = response;
    if (statusCode === 200 || statusCode === 206) return response;
    response.destroy();
    const { location } = response.headers;
    if (!REDIRECTS.has(statusCode) || location === undefined) {
      const sentence = `the server answered with status ${statusCode}`;
      throw TEMPORARY.has(statusCode) ? new Error(sentence) : new FinalError(sentence);
    }
    if (!URL.canParse(location, target.href)) throw new FinalError('the server redirects to something that is no URL');
    target = parse(new URL(location, target.href).href);
  }
  throw new FinalError(`the server redirects more than ${MAX_REDIRECTS} times`);
}

function send(url: URL, headers: Readonly<Record<string, string>>, silenceMs: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    // The bytes as they are stored: a .gz file is unpacked by its reader.
    const outgoing = request(url, { agent: false, headers: { ...headers, 'accept-encoding': 'identity' } });
    const timer = setTimeout(() => outgoing.destroy(silence(silenceMs)), silenceMs);
    outgoing.on('response', (response) => {
      clearTimeout(timer);
      resolve(response);
    });
    outgoing.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    outgoing.end();
  });
}

function parse(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))) return url;
  throw new FinalError('a URL must begin with https://; http:// is for this machine only');
}

function describe({ origin, pathname }: URL, error: unknown, tries: number): Error {
  const reason = error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error);
  const count = error instanceof FinalError ? '' : `, ${tries} times in a row`;
  return new Error(`${origin}${pathname}: ${reason}${count}`);
}

function silence(silenceMs: number): Error {
  return new Error(`the server was silent for ${silenceMs / 1000} s`);
}

/** A weak ETag promises the same meaning, not the same bytes. */
function strongEtag({ headers: { etag } }: IncomingMessage): string | undefined {
  return etag?.startsWith('"') === true ? etag : undefined;
}

function lengthOf({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}
