import type { IncomingMessage } from 'node:http';
import type { Clock } from '@prospecting/platform/clock';
import {
  Counter,
  DURATION_BUCKETS,
  Histogram,
  SpanKind,
  startTraceparent,
  traceIdOf,
  withSpan,
  type Logger,
  type Registry,
  type SpanEnd,
} from '@prospecting/platform/telemetry';
import { UNKNOWN_PATH, type RequestLog } from '../request-log/index.js';
import type { Exchange, ExchangeState, Middleware } from './exchange.js';
import type { LogSampler } from './log-sampler.js';

export interface ObserveOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly requestLog: Pick<RequestLog, 'record'>;
  /** Bounds the log lines of requests without a valid key. */
  readonly strangers: LogSampler;
  /** Bounds the log lines of requests that are refused because too many are at work. */
  readonly overload: LogSampler;
}

/** A request with its answer. */
export type Observed = Pick<Exchange, 'method' | 'status' | 'state'>;

/** Records requests. */
export interface Observer {
  /** Returns the state of a request that begins. */
  begin(request: Pick<IncomingMessage, 'headers'>): ExchangeState;
  /** Records a request that is answered: metrics, log line, and the log of its key. */
  end(observed: Observed, durationMs: number): void;
}

/**
 * Creates what records requests. It records no personal data. A request without a valid key, or
 * without a place, always counts in the metrics; its log line is sampled.
 */
export function createObserver(options: ObserveOptions): Observer {
  const { clock, logger, registry, requestLog } = options;
  const metrics = createMetrics(registry);
  return {
    begin({ headers: { traceparent } }) {
      return begin(clock.now(), startTraceparent(typeof traceparent === 'string' ? traceparent : undefined));
    },
    end(observed, durationMs) {
      metrics(observed, durationMs);
      if (isLogged(observed.state, options)) logger.info(logLine(observed, durationMs), 'request');
      record(requestLog, observed, durationMs);
    },
  };
}

/** Observes every request that the later middleware serves, in a span of its trace. */
export function observe(observer: Observer): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    ctx.state = observer.begin(ctx.req);
    const span = { name: ctx.method, kind: SpanKind.SERVER, describeEnd: () => describeRequest(ctx) };
    await withSpan(span, ctx.state, async (carrier) => {
      ctx.state.traceparent = carrier.traceparent;
      await next();
    });
    observer.end(ctx, performance.now() - startedAt);
  };
}

function isLogged({ key, isOverload }: ExchangeState, { strangers, overload }: ObserveOptions): boolean {
  if (key === undefined) return strangers.admits();
  return !isOverload || overload.admits();
}

function begin(arrivedAt: Date, traceparent: string): ExchangeState {
  return {
    arrivedAt,
    traceparent,
    key: undefined,
    routePath: undefined,
    operation: undefined,
    items: null,
    intent: undefined,
    isOverload: false,
    spend: undefined,
    payload: undefined,
    errorCode: undefined,
  };
}

/** The names are those of the log line and the metrics. The path is the route's, as in the log. */
function describeRequest({ method, status, state }: Exchange): SpanEnd {
  const { routePath, operation, errorCode } = state;
  return {
    name: `${method} ${routePath ?? UNKNOWN_PATH}`,
    attributes: {
      'http.request.method': method,
      'http.response.status_code': status,
      'prospect.operation': operation?.operationId ?? 'none',
      'prospect.code': errorCode ?? 'ok',
      ...(routePath !== undefined && { 'http.route': routePath }),
    },
    ...(status >= 500 && { failure: errorCode }),
  };
}

function logLine({ method, status, state }: Observed, durationMs: number): object {
  return {
    method,
    // Never the path as it was sent. A mistyped one may contain anything.
    path: state.routePath ?? UNKNOWN_PATH,
    status,
    code: state.errorCode,
    durationMs: Math.round(durationMs * 10) / 10,
    items: state.items ?? undefined,
    traceId: traceIdOf(state.traceparent),
    keyId: state.key?.keyId,
  };
}

function record(
  requestLog: ObserveOptions['requestLog'],
  { method, status, state }: Observed,
  durationMs: number,
): void {
  const { key, arrivedAt, routePath, items, spend } = state;
  if (key === undefined) return;
  requestLog.record({
    keyId: key.keyId,
    accountId: key.account.id,
    at: arrivedAt,
    method,
    path: routePath ?? UNKNOWN_PATH,
    status,
    durationMs: Math.round(durationMs),
    items,
    creditsMillicredits: spend?.chargedMillicredits ?? 0,
    operationId: spend?.operationId ?? null,
  });
}

function createMetrics(registry: Registry): (observed: Observed, durationMs: number) => void {
  const requests = new Counter({
    name: 'prospect_http_requests_total',
    help: 'Requests by operation, status and problem code (ok when there is none).',
    labelNames: ['operation', 'status', 'code'],
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'prospect_http_request_duration_seconds',
    help: 'Time from the head of a request to its answer, by operation.',
    labelNames: ['operation'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  return ({ status, state }, durationMs) => {
    const operation = state.operation?.operationId ?? 'none';
    requests.inc({ operation, status: String(status), code: state.errorCode ?? 'ok' });
    duration.observe({ operation }, durationMs / 1000);
  };
}
