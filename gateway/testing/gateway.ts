import type { AddressInfo } from 'node:net';
import { BUCKET_NAMES, type BucketLimits, type Problem } from '@prospecting/openapi';
import { createLogger, Registry } from '@prospecting/platform/telemetry';
import type { Account } from '@prospecting/admin-service';
import { createAuthenticator, createRevocationCheck } from '#src/api-keys/index.js';
import { eventuallyEquals } from '@prospecting/platform/testing';
import { openTestEdge, type TestEdge } from './edge.js';
import { createGateway, type GatewayOptions } from '#src/app.js';
import { createMemoryCounter } from '#src/rate-limits/index.js';
import { createPublicServer } from '#src/http/public-server.js';
import { createResponseStore, type ResponseStore } from '#src/idempotency/index.js';
import { createMissedNumbers } from '#src/privacy/index.js';
import type { RequestLogEntry } from '#src/request-log/index.js';
import { BASE_PATH } from '#src/routes/base-path.js';
import { createRecordingBackends, type RecordingBackends } from './backends.js';

/**
 * A gateway for tests: the real app on a real socket with a real database. Its backends are
 * invented.
 */
export interface TestGateway {
  readonly edge: TestEdge;
  readonly registry: Registry;
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  readonly backends: RecordingBackends;
  readonly responseStore: ResponseStore;
  readonly logged: RequestLogEntry[];
  /** Lines of the process log. */
  readonly lines: string[];
  /** Resolves when this many requests with valid keys are in the request log. */
  settled(requests: number): Promise<void>;
  newKey(account?: Partial<Account>, limits?: Partial<BucketLimits>): Promise<TestKey>;
  close(): Promise<void>;
}

export interface TestKey {
  readonly keyId: string;
  readonly accountId: string;
  /** The value of the Authorization header. */
  readonly authorization: string;
  /**
   * Sends a request with this key. `path` is relative to the base path. An object body is sent as
   * JSON.
   */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Body;
}

/** Loosely typed, because tests read any member. */
export type Body = Partial<Problem> & {
  results?: Record<string, unknown>[];
  [member: string]: unknown;
};

/** Limits that tests of other things do not reach. */
export const ROOMY = Object.fromEntries(BUCKET_NAMES.map((name) => [name, 100_000])) as BucketLimits;

export async function openTestGateway(options: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  const edge = await openTestEdge();
  const registry = new Registry();
  const logged: RequestLogEntry[] = [];
  const lines: string[] = [];
  const logger = createLogger({
    service: 'test',
    level: 'info',
    destination: { write: (line) => void lines.push(line) },
  });
  const authenticator = createAuthenticator({
    pool: edge.pool,
    unseenKeysPool: edge.pool,
    databaseUrlForListening: edge.url,
    clock: edge.clock,
    logger,
    registry,
  });
  await authenticator.start();
  const backends = createRecordingBackends();
  const secrets = ['a secret of these tests only and 32 long'];
  const responseStore = createResponseStore({
    on: edge.pool,
    clock: edge.clock,
    logger,
    secrets,
    isRevoked: createRevocationCheck(edge.pool),
  });
  const gateway = createGateway({
    clock: edge.clock,
    logger,
    registry,
    authenticator,
    counter: createMemoryCounter({ clock: edge.clock }),
    requestLog: { record: (entry) => void logged.push(entry) },
    responseStore,
    missedNumbers: createMissedNumbers({ ...edge, secrets }),
    upstream: backends,
    baseUrl: `https://api.example.com${BASE_PATH}`,
    appUrl: 'https://app.example.com',
    responseGuard: { ratio: 1, onViolation: 'throw' },
    ...options,
  });
  const server = createPublicServer(gateway.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    edge,
    registry,
    origin,
    backends,
    responseStore,
    logged,
    lines,
    settled: (requests) => eventuallyEquals(() => logged.length >= requests, true),
    async newKey(changes, limits = ROOMY) {
      const account = await edge.newAccount(changes);
      const { id, key } = await edge.keys.create({ accountId: account.id, name: 'test', limits });
      const authorization = `Bearer ${key}`;
      return {
        keyId: id,
        accountId: account.id,
        authorization,
        send: (method, path, body, headers = {}) =>
          send(origin + BASE_PATH + path, method, body, { authorization, ...headers }),
      };
    },
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await authenticator.stop();
      await edge.close();
    },
  };
}

/**
 * Sends a request and reads its whole answer. Sends strings and bytes unchanged, and other bodies
 * as JSON.
 */
export async function send(
  url: string,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (text.startsWith('{') ? JSON.parse(text) : {}) as Body,
  };
}
