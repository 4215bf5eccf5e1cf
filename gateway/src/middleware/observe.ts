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

/**
 * Begins the state of every request and records it at its end: log line, metrics, and the log of
 * its key. Records no personal data. A request without a valid key, or without a place, always
 * counts in the metrics; its log line is sampled.
 */
export function observe(options: ObserveOptions): Middleware {
  const { clock, logger, registry, requestLog } = options;
  const metrics = createMetrics(registry);
  return async (ctx, next) => {
    const startedAt = performance.now();
    const incoming = ctx.req.headers['traceparent'];
    begin(ctx.state, clock.now(), startTraceparent(typeof incoming === 'string' ? incoming : undefined));
    const span = { name: ctx.method, kind: SpanKind.SERVER, describeEnd: () => describeRequest(ctx) };
    await withSpan(span, ctx.state, async (carrier) => {
      ctx.state.traceparent = carrier.traceparent;
      await next();
    });
    const durationMs = performance.now() - startedAt;
    metrics(ctx, durationMs);
    if (isLogged(ctx.state, options)) logger.info(logLine(ctx, durationMs), 'request');
    record(requestLog, ctx, durationMs);
  };
}

function isLogged({ key, isOverload }: ExchangeState, { strangers, overload }: ObserveOptions): boolean {
  if (key === undefined) return strangers.admits();
  return !isOverload || overload.admits();
}

function begin(state: ExchangeState, arrivedAt: Date, traceparent: string): void {
  state.arrivedAt = arrivedAt;
  state.traceparent = traceparent;
  state.key = undefined;
  state.routePath = undefined;
  state.operation = undefined;
  state.items = null;
  state.intent = undefined;
  state.isOverload = false;
  state.spend = undefined;
  state.payload = undefined;
  state.errorCode = undefined;
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

function logLine({ method, status, state }: Exchange, durationMs: number): object {
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
  { method, status, state }: Exchange,
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

function createMetrics(registry: Registry): (ctx: Exchange, durationMs: number) => void {
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
