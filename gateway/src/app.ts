import type { RequestListener } from 'node:http';
import { createResponseGuard } from '@prospecting/openapi';
import type { Clock } from '@prospecting/platform/clock';
import type { CrashPoints } from '@prospecting/platform/crash-points';
import type { Logger, Registry } from '@prospecting/platform/telemetry';
import Koa from 'koa';
import type { Authenticator } from './api-keys/index.js';
import type { BucketCounter } from './buckets/index.js';
import { servePages } from './docs/index.js';
import type { GatewayCrashPoint, ResponseStore } from './idempotency/index.js';
import type { ExchangeState } from './middleware/exchange.js';
import { observe } from './middleware/observe.js';
import { respond, type ResponseGuardOptions } from './middleware/respond.js';
import { serveApi } from './middleware/serve-api.js';
import { createNumberGuard, type MissedNumbers } from './privacy/index.js';
import type { RequestLog } from './request-log/index.js';
import { BASE_PATH } from './routes/base-path.js';
import { createOperations } from './routes/index.js';
import { createReads, type Backends } from './upstream/index.js';

export interface GatewayOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly counter: BucketCounter;
  readonly requestLog: Pick<RequestLog, 'record'>;
  readonly responseStore: ResponseStore;
  readonly missedNumbers: MissedNumbers;
  readonly upstream: Backends;
  /** `{base_url}`, ending in BASE_PATH, as callers see it. */
  readonly baseUrl: string;
  /** `{app_url}`. */
  readonly appUrl: string;
  /** `{docs_url}`; the gateway serves it where it has the origin of `baseUrl`. Default: `/docs` there. */
  readonly docsUrl?: string | undefined;
  readonly responseGuard: ResponseGuardOptions;
  /** For the work of one request, counted from when its body is there. */
  readonly timeoutMs?: number;
  /** The same for a request that spends. */
  readonly spendTimeoutMs?: number;
  /** Tests alone set any. */
  readonly crashPoints?: CrashPoints<GatewayCrashPoint> | undefined;
}

export interface Gateway {
  /** What an HTTP server calls; it listens nowhere by itself. */
  callback(): RequestListener;
  /** `{docs_url}` in force, without a slash at its end. */
  readonly docsUrl: string;
}

const TIMEOUT_MS = 5_000;
/**
 * A spend waits for others of its account, and what was begun is better finished than asked for again. Far below the grace of recovery and
 * the lease of an Idempotency-Key.
 */
const SPEND_TIMEOUT_MS = 10_000;

/** The public API as a request listener: everything that it needs is handed in. */
export function createGateway(options: GatewayOptions): Gateway {
  const baseUrl = withoutSlash(options.baseUrl);
  if (new URL(baseUrl).pathname !== BASE_PATH) throw new Error(`the base URL must end in ${BASE_PATH}`);
  const docsUrl = withoutSlash(options.docsUrl ?? `${new URL(baseUrl).origin}/docs`);
  const reads = createReads(options.upstream);
  const operations = createOperations({
    reads,
    spender: options.upstream.revealSpender,
    numberGuard: createNumberGuard({ ...options, reads }),
    appUrl: withoutSlash(options.appUrl),
  });

  const app = new Koa<ExchangeState>();
  // Only what happens after an answer was written gets here: a client that went away.
  app.on('error', (error: unknown) => options.logger.debug({ err: error }, 'answer not sent'));
  app.use(observe(options));
  app.use(respond({ ...options, docsUrl, guard: createResponseGuard() }));
  app.use(servePages({ baseUrl, docsUrl, basePath: BASE_PATH }));
  const { timeoutMs = TIMEOUT_MS, spendTimeoutMs = SPEND_TIMEOUT_MS } = options;
  app.use(serveApi({ ...options, basePath: BASE_PATH, operations, timeoutMs, spendTimeoutMs }));
  const listener = app.callback();
  return {
    callback: () => (request, response) => void listener(request, response),
    docsUrl,
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
