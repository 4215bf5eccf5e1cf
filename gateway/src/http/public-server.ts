import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Counter, Gauge, type Registry } from '@prospecting/platform/telemetry';
import { findFramingFault } from './framing.js';
import { PacedConnection } from './paced-connection.js';

export interface PublicServerOptions {
  /**
   * Open connections; a further one is closed before it is read. Default: 2 000, which hold up to
   * 200 MB that no key answers for.
   */
  readonly maxConnections?: number | undefined;
  /** Longest wait for the head of a request. Default: 10 000. */
  readonly headersTimeoutMs?: number;
  /**
   * Longest wait for a whole request. Default: 30 000. A body has a shorter deadline; this one
   * covers bodies that are not read.
   */
  readonly requestTimeoutMs?: number;
}

/**
 * Longer than load balancers keep idle connections (60 s), so that this side does not close one
 * that is about to be used.
 */
const KEEP_ALIVE_MS = 65_000;
/**
 * Ends a connection on which nothing moves in either direction, such as a client that does not read
 * its answer.
 */
const IDLE_SOCKET_MS = 120_000;
/** How long a client may take to read the refusal of a broken request. */
const LINGER_MS = 2_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** A request is ended at most this share of its deadline late. */
const TIMEOUT_CHECKS = 10;

/**
 * Creates an HTTP server that bounds every wait and every connection, and that no bytes can bring
 * down. It does not listen yet.
 */
export function createPublicServer(listener: RequestListener, options: PublicServerOptions = {}): Server {
  const { maxConnections = 2_000, headersTimeoutMs = 10_000, requestTimeoutMs = 30_000 } = options;
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // The two deadlines above hold only when they are checked. The default is every 30 s.
      connectionsCheckingInterval: headersTimeoutMs / TIMEOUT_CHECKS,
      maxHeaderSize: MAX_HEADER_BYTES,
      // A client that waits for the next byte must not wait for the ACK of the last.
      noDelay: true,
    },
    (request, response) => {
      // Every connection is a PacedConnection, see `paceConnections`.
      (request.socket as Duplex as PacedConnection).begin(request, response);
      const fault = findFramingFault(request);
      if (fault === undefined) listener(request, response);
      else refuse(response, fault);
    },
  );
  server.maxConnections = maxConnections;
  server.setTimeout(IDLE_SOCKET_MS, (socket: Socket) => socket.destroy());
  server.on('clientError', answerBrokenRequest);
  paceConnections(server);
  return server;
}

/** Registers metrics of the open connections, and of those closed because there were too many. */
export function measureConnections(server: Server, registry: Registry): void {
  new Gauge({
    name: 'prospect_public_connections',
    help: 'Open connections on the public listener.',
    registers: [registry],
    async collect() {
      this.set(await new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count ?? 0))));
    },
  });
  const refused = new Counter({
    name: 'prospect_public_connections_refused_total',
    help: 'Connections that the public listener closed unread because it had its maximum.',
    registers: [registry],
  });
  server.on('drop', () => refused.inc());
}

/**
 * Wraps each accepted socket. `node:http` serves any Duplex that its `connection` event carries.
 */
function paceConnections(server: Server): void {
  const [serve] = server.listeners('connection') as [(this: Server, connection: Duplex) => void];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => serve.call(server, new PacedConnection(socket)));
}

function refuse(response: ServerResponse, status: string): void {
  response.writeHead(Number.parseInt(status, 10), { connection: 'close', 'content-length': 0 }).end();
}

const STATUS_BY_ERROR: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/**
 * Answers bytes that are not a request, with a bare status: there is no key to count, and no
 * request to render a problem for.
 */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const connection = socket as PacedConnection;
  if (connection.isAnswering) {
    connection.destroySoon();
    return;
  }
  const status = STATUS_BY_ERROR[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}
