import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Above what load balancers keep idle connections for (60 s), so that it is never this side that cuts one in use. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** For a whole request. A body has its own, shorter deadline; this ends what comes without a key or to no route. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Ends a connection on which nothing moves in either direction, such as a client that does not read its answer. */
const IDLE_SOCKET_MS = 120_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** An HTTP server whose every wait ends, and which no bytes can bring down. It does not listen yet. */
export function createPublicServer(listener: RequestListener): Server {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // A client that waits for its next byte must not wait for the ACK of its last.
      noDelay: true,
    },
    listener,
  );
  server.setTimeout(IDLE_SOCKET_MS, (socket: Socket) => socket.destroy());
  server.on('clientError', answerBrokenRequest);
  return server;
}

const STATUS_BY_ERROR: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** What is not HTTP never becomes a request; there is no key to count and nothing to render for. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(
    `HTTP/1.1 ${STATUS_BY_ERROR[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
  );
}

const IDLE_SWEEP_MS = 50;

/** Stops accepting, lets requests in flight end, and cuts what is left after `limitMs`. */
export async function drainServer(server: Server, limitMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection becomes idle when its request ends, which nobody tells.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const limit = setTimeout(() => server.closeAllConnections(), limitMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(limit);
}
