import type { IncomingMessage } from 'node:http';
import { headerLines } from '@prospecting/platform/http';

/** A status line without its version. The connection closes after it. */
export type FramingFault = '400 Bad Request' | '501 Not Implemented';

/**
 * Returns what is wrong with the frame of a request that `node:http` lets pass, or `undefined`. The
 * parser itself refuses a missing Host, a second Content-Length and a Content-Length beside a
 * Transfer-Encoding. Nothing is known of a caller here, so the answer is a bare status and not a
 * problem.
 */
export function findFramingFault(request: IncomingMessage): FramingFault | undefined {
  // RFC 9112, 3.2: a proxy and this server might each believe another one.
  if (headerLines(request, 'host').length > 1) return '400 Bad Request';
  const codings = headerLines(request, 'transfer-encoding');
  if (codings.length === 0) return undefined;
  // RFC 9112, 6.1: HTTP/1.0 has no transfer codings, so a proxy forwarded a header it did not read.
  if (request.httpVersion === '1.0') return '400 Bad Request';
  const coding = codings.join(', ');
  if (/^chunked$/i.test(coding)) return undefined;
  // RFC 9112, 6.3: without a last `chunked` the end of the body cannot be known.
  return /(?:^|[ \t,])chunked$/i.test(coding) ? '501 Not Implemented' : '400 Bad Request';
}
