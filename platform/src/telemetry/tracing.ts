import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { toDomainError } from '../errors/index.js';
import { withTimeout } from '../timing/index.js';
import { version } from './build-info.js';

/** Trace context travels in CallContext.traceparent, so it costs nothing where tracing is off. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NOTHING = /^0+$/;
const SAMPLED = /[13579bdf]$/;

/** Longest that the end of a process waits for the collector. */
const FLUSH_MS = 3_000;

/** Spans that wait for the collector. More are dropped: no request waits for one. */
const QUEUE = { maxQueueSize: 4_096, maxExportBatchSize: 512, scheduledDelayMillis: 1_000, exportTimeoutMillis: 5_000 };

interface Tracing {
  readonly tracer: Tracer;
  /** Share of the requests at the edge that are traced, 0 to 1. */
  readonly ratio: number;
  /** The span in which a statement runs. Only traced work sets it. */
  readonly current: AsyncLocalStorage<string | undefined>;
}

let tracing: Tracing | undefined;

/**
 * Returns a W3C traceparent for a request: with the trace id of the caller when it sent a valid
 * one, or else a new one. While tracing is on, chance decides here whether the request is traced.
 * The caller cannot: neither its flag nor its choice of an id fills our storage.
 */
export function startTraceparent(incoming?: string): string {
  const match = incoming === undefined ? null : TRACEPARENT.exec(incoming);
  const isValid = match !== null && !NOTHING.test(match[1] ?? '') && !NOTHING.test(match[2] ?? '');
  const ids = isValid ? `${match[1]}-${match[2]}` : newIds();
  if (tracing === undefined) return `00-${ids}-${isValid ? match[3] : '01'}`;
  return `00-${ids}-${Math.random() < tracing.ratio ? '01' : '00'}`;
}

/** Bytes of a trace id and a span id. */
const IDS_BYTES = 24;
/** Asked for together: a call of the generator costs 15 µs, however few bytes it returns. */
const RANDOM_BYTES = 256 * IDS_BYTES;
let random = Buffer.alloc(0);

/** Returns a new trace id and a new span id, in hex. */
function newIds(): string {
  if (random.length < IDS_BYTES) random = randomBytes(RANDOM_BYTES);
  const traceId = random.toString('hex', 0, 16);
  const spanId = random.toString('hex', 16, IDS_BYTES);
  random = random.subarray(IDS_BYTES);
  return `${traceId}-${spanId}`;
}

/** Returns the 32 hex digits that support asks for. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
}

/** Returns true when the spans of the trace are exported. */
export function isTraced(traceparent: string | undefined): traceparent is string {
  return tracing !== undefined && traceparent !== undefined && SAMPLED.test(traceparent);
}

function contextOf(traceparent: string | undefined): Context {
  const match = traceparent === undefined ? null : TRACEPARENT.exec(traceparent);
  if (match === null) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: match[1] ?? '',
    spanId: match[2] ?? '',
    traceFlags: Number.parseInt(match[3] ?? '0', 16),
    isRemote: true,
  });
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0')}`;
}

interface Traced {
  readonly traceparent?: string | undefined;
}

/** What is known of a span only at its end. Attributes must not hold personal data. */
export interface SpanEnd {
  readonly name?: string;
  readonly attributes: Attributes;
  /** The code of a failure of ours. */
  readonly failure?: string | undefined;
}

/** How a span is called, and what it says. Attributes must not hold personal data. */
export interface SpanOptions {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
  /** Called after the work, whether it failed or not. */
  readonly describeEnd?: () => SpanEnd;
}

/** Runs `work` in a span when its trace is sampled, and otherwise only runs it. */
export async function withSpan<Carrier extends Traced, Result>(
  { name, kind, attributes = {}, describeEnd }: SpanOptions,
  carrier: Carrier,
  work: (carrier: Carrier) => Promise<Result>,
): Promise<Result> {
  if (tracing === undefined || !mayBeSampled(carrier.traceparent)) return work(carrier);
  const span = tracing.tracer.startSpan(name, { kind, attributes }, contextOf(carrier.traceparent));
  const traceparent = traceparentOf(span);
  try {
    return await tracing.current.run(traceparent, () => work({ ...carrier, traceparent }));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: toDomainError(error).code });
    throw error;
  } finally {
    if (describeEnd !== undefined) describe(span, describeEnd());
    span.end();
  }
}

/** Work that no request started has no traceparent. The sampler decides about it. */
function mayBeSampled(traceparent: string | undefined): boolean {
  return traceparent === undefined || SAMPLED.test(traceparent);
}

function describe(span: Span, { name, attributes, failure }: SpanEnd): void {
  if (name !== undefined) span.updateName(name);
  span.setAttributes(attributes);
  if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
}

export function withClientSpan<Carrier extends Traced, Result>(
  path: string,
  carrier: Carrier,
  work: (carrier: Carrier) => Promise<Result>,
): Promise<Result> {
  return withSpan({ name: path, kind: SpanKind.CLIENT, attributes: rpcAttributes(path) }, carrier, work);
}

export function withServerSpan<Carrier extends Traced, Result>(
  path: string,
  carrier: Carrier,
  work: (carrier: Carrier) => Promise<Result>,
): Promise<Result> {
  return withSpan({ name: path, kind: SpanKind.SERVER, attributes: rpcAttributes(path) }, carrier, work);
}

/** The span has the name that logs (`rpc`) and metrics (`method`) have: the path. */
function rpcAttributes(path: string): Attributes {
  return { 'rpc.system.name': 'grpc', 'rpc.method': path.slice(1) };
}

/**
 * Runs a statement in a span when the work around it is traced. The span has the statement's name
 * and neither its text nor its values.
 */
export function withStatementSpan<Result>(statement: string, work: () => Promise<Result>): Promise<Result> {
  const traceparent = tracing?.current.getStore();
  if (traceparent === undefined) return work();
  const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': statement };
  return withSpan({ name: statement, kind: SpanKind.CLIENT, attributes }, { traceparent }, work);
}

/** Returns the call with the trace of the work around it, unless it has one. */
export function withCurrentTrace<Carrier extends Traced>(carrier: Carrier): Carrier {
  const traceparent = carrier.traceparent ?? tracing?.current.getStore();
  return traceparent === carrier.traceparent ? carrier : { ...carrier, traceparent };
}

/**
 * Runs work of one trace from the middle of another one, such as work that is done together for
 * several callers.
 */
export function inTrace<Result>(traceparent: string | undefined, work: () => Result): Result {
  return tracing === undefined ? work() : tracing.current.run(isTraced(traceparent) ? traceparent : undefined, work);
}

/** Where traces go, and how many. */
export interface TracingOptions {
  /** Undefined: tracing is off. */
  readonly otlpEndpoint?: string | undefined;
  /** Share of the requests that are traced, 0 to 1. Default: all. */
  readonly ratio?: number | undefined;
}

/**
 * Starts the OpenTelemetry SDK when an OTLP endpoint is given, or else does nothing.
 * @returns a function that flushes pending spans and stops the SDK, within 3 s
 */
export async function startTracing(
  service: string,
  { otlpEndpoint, ratio = 1 }: TracingOptions,
): Promise<() => Promise<void>> {
  if (otlpEndpoint === undefined) return () => Promise.resolve();
  // Loaded on demand: the SDK costs a quarter of a second at start, and nothing is traced without
  // an endpoint.
  const { tracing: sdk, resources } = await import('@opentelemetry/sdk-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const exporter = new OTLPTraceExporter({
    url: new URL('v1/traces', `${otlpEndpoint.replace(/\/$/, '')}/`).toString(),
    timeoutMillis: QUEUE.exportTimeoutMillis,
  });
  // Few spans, created by hand: automatic instrumentation costs a sixth of the throughput even when
  // nothing is sampled. No detectors of resources: they would add the command line.
  const provider = new sdk.BasicTracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': service, 'service.version': version }),
    // The edge has decided about its requests. This decides about work that no request started.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter, QUEUE)],
  });
  tracing = { tracer: provider.getTracer('prospecting', version), ratio, current: new AsyncLocalStorage() };
  return async () => {
    tracing = undefined;
    // What the collector does not take in time is lost. The process ends all the same.
    await withTimeout(provider.shutdown(), FLUSH_MS, () => {}).catch(() => {});
  };
}
