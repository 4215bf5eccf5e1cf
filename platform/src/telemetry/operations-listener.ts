import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { withTimeout } from '../timing/index.js';

/**
 * Checks one thing that a service needs to be ready. Resolves to false or rejects when it is
 * missing.
 */
export type ReadinessCheck = () => Promise<boolean>;

export interface OperationsOptions {
  readonly registry: Registry;
  /** By name. /readyz shows the names of failing ones. */
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
}

/**
 * Answers GET /healthz (the process lives), /readyz (what it needs is there) and /metrics. Returns
 * true when the request was one of them.
 */
export type OperationsHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

const CHECK_TIMEOUT_MS = 2_000;

export function createOperationsHandler(options: OperationsOptions): OperationsHandler {
  return async (request, response) => {
    if (request.method !== 'GET') return false;
    switch (request.url) {
      case '/healthz':
        send(response, 200, 'application/json', '{"status":"ok"}');
        return true;
      case '/readyz': {
        const failing = await failingChecks(options.checks);
        const body = JSON.stringify({ status: failing.length === 0 ? 'ready' : 'not_ready', failing });
        send(response, failing.length === 0 ? 200 : 503, 'application/json', body);
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

async function failingChecks(checks: OperationsOptions['checks']): Promise<string[]> {
  const outcomes = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      const answer = check().catch(() => false);
      const ready = await withTimeout(answer, CHECK_TIMEOUT_MS, () => false);
      return ready ? undefined : name;
    }),
  );
  return outcomes.filter((name) => name !== undefined);
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
