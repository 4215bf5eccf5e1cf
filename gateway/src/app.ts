import type { RequestListener } from 'node:http';
import { createResponseGuard } from '@prospecting/openapi';
import type { Clock } from '@prospecting/platform/clock';
import type { CrashPoints } from '@prospecting/platform/crash-points';
import type { Logger, Registry } from '@prospecting/platform/telemetry';
import Koa from 'koa';
import type { Authenticator } from './api-keys/index.js';
import type { BucketCounter } from './rate-limits/index.js';
import { servePages } from './docs/serve-pages.js';
import type { BodyBudgetOptions } from '@prospecting/platform/http';
import { createIdempotencyMetrics, type GatewayCrashPoint, type ResponseStore } from './idempotency/index.js';
import type { ExchangeState } from './middleware/exchange.js';
import { LogSampler, type LogSamplerOptions } from './middleware/log-sampler.js';
import { createBodyReceiver } from './middleware/body.js';
import { createObserver, observe } from './middleware/observe.js';
import { createRefuser } from './middleware/refuse-at-once.js';
import { createCheck, respond, type ResponseGuardOptions } from './middleware/respond.js';
import { handleRequest } from './middleware/handle-request.js';
import { createAdmission } from './overload/index.js';
import { createNumberGuard, type MissedNumbers } from './privacy/index.js';
import type { RequestLog } from './request-log/index.js';
import { BASE_PATH } from './routes/base-path.js';
import { createOperations } from './routes/index.js';
import { createReads, type Backends } from './upstream/index.js';

export interface GatewayOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly authenticator: Pick<Authenticator, 'authenticate' | 'known'>;
  readonly counter: BucketCounter;
  readonly requestLog: Pick<RequestLog, 'record'>;
  readonly responseStore: ResponseStore;
  readonly missedNumbers: MissedNumbers;
  readonly upstream: Backends;
  /** `{base_url}`, ending in BASE_PATH, as callers see it. */
  readonly baseUrl: string;
  /** `{app_url}`. */
  readonly appUrl: string;
  /**
   * `{docs_url}`. The gateway serves it when it has the origin of `baseUrl`. Default: `/docs` at
   * that origin.
   */
  readonly docsUrl?: string | undefined;
  readonly responseGuard: ResponseGuardOptions;
  /** Deadline of a request after its body has arrived. Default: 5 000. */
  readonly timeoutMs?: number;
  /** Deadline of a request that spends. Default: 10 000. */
  readonly spendTimeoutMs?: number;
  /** Log lines of requests without a valid key. */
  readonly strangersLog?: LogSamplerOptions | undefined;
  /** Most batches at work. Default: 160. */
  readonly maxAtWork?: number | undefined;
  /** Memory for unfinished bodies. */
  readonly bodyBudget?: BodyBudgetOptions | undefined;
  /** Only tests set any. */
  readonly crashPoints?: CrashPoints<GatewayCrashPoint> | undefined;
}

export interface Gateway {
  /** Returns the listener for an HTTP server. */
  callback(): RequestListener;
  /** `{docs_url}` without a trailing slash. */
  readonly docsUrl: string;
}

const TIMEOUT_MS = 5_000;
/**
 * A spend waits for other spends of its account, and finishing it is cheaper than a retry. Far
 * below the grace of recovery and the lease of an Idempotency-Key.
 */
const SPEND_TIMEOUT_MS = 10_000;

/** Creates the public API as a request listener. */
export function createGateway(options: GatewayOptions): Gateway {
  const baseUrl = withoutSlash(options.baseUrl);
  if (new URL(baseUrl).pathname !== BASE_PATH) throw new Error(`the base URL must end in ${BASE_PATH}`);
  const { logger, registry } = options;
  const docsUrl = withoutSlash(options.docsUrl ?? `${new URL(baseUrl).origin}/docs`);
  const reads = createReads(options.upstream);
  const list = createOperations({
    reads,
    spender: options.upstream.revealSpender,
    numberGuard: createNumberGuard({ ...options, reads }),
    appUrl: withoutSlash(options.appUrl),
  });
  const operations = new Map(list.map((operation) => [BASE_PATH + operation.path, operation]));

  const app = new Koa<ExchangeState>();
  // Only errors after the answer was written arrive here: the client has disconnected.
  app.on('error', (error: unknown) =>
    logger.debug({ err: error }, 'the client disconnected before its answer was sent'),
  );
  const sampler = (whose: string, settings?: LogSamplerOptions): LogSampler => {
    const report = (omitted: number): void => logger.info({ omitted }, `log lines of ${whose} were omitted`);
    return new LogSampler(report, settings);
  };
  const strangers = sampler('requests without a valid key', options.strangersLog);
  const overload = sampler('requests that were refused because too many were at work');
  const observer = createObserver({ ...options, strangers, overload });
  const check = createCheck({ ...options, guard: createResponseGuard() });
  app.use(observe(observer));
  app.use(respond({ logger, check, strangers, docsUrl }));
  app.use(servePages({ baseUrl, docsUrl, basePath: BASE_PATH }));
  const { timeoutMs = TIMEOUT_MS, spendTimeoutMs = SPEND_TIMEOUT_MS } = options;
  const shared = {
    ...options,
    operations,
    admission: createAdmission(options),
    receiveBody: createBodyReceiver(options.bodyBudget),
  };
  const idempotency = createIdempotencyMetrics(registry);
  app.use(handleRequest({ ...shared, idempotency, timeoutMs, spendTimeoutMs }));
  const serve = app.callback();
  const isRefused = createRefuser({ ...shared, observer, check, docsUrl });
  return {
    callback: () => (request, response) => {
      if (!isRefused(request, response)) void serve(request, response);
    },
    docsUrl,
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
