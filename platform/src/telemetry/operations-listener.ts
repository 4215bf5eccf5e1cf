import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Readiness } from './readiness.js';

export interface OperationsOptions {
  readonly registry: Registry;
  readonly readiness: Pick<Readiness, 'report'>;
}

/**
 * Answers GET /healthz (the process lives), /readyz (what it needs is there) and /metrics. Returns
 * true when the request was one of them.
 */
export type OperationsHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

export function createOperationsHandler(options: OperationsOptions): OperationsHandler {
  return async (request, response) => {
    if (request.method !== 'GET') return false;
    switch (request.url) {
      case '/healthz':
        send(response, 200, 'application/json', '{"status":"ok"}');
        return true;
      case '/readyz': {
        const report = await options.readiness.report();
        send(response, report.status === 'ready' ? 200 : 503, 'application/json', JSON.stringify(report));
        return true;
      }
      case '/metrics':
        send(response, 200, options.registry.contentType, await options.registry.metrics());
        return true;
      default:
        return false;
    }
  };
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

/** A running HTTP listener. */
export interface Listener {
  readonly port: number;
  /** Waits for requests in flight up to the limit, then ends them. Default: 1,000. */
  close(limitMs?: number): Promise<void>;
}

/**
 * Listens with the given server. `close` stops accepting, ends idle connections and waits briefly
 * for the rest.
 */
export async function listen(server: Server, host: string, port: number): Promise<Listener> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: (limitMs = 1_000) =>
      new Promise((resolve) => {
        // A closing server does not time out a request head that never ends.
        const limit = setTimeout(() => server.closeAllConnections(), limitMs);
        server.close(() => {
          clearTimeout(limit);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
