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
} from '@opentelemetry/api';
import { toDomainError } from '../errors/index.js';

/** Trace context travels in CallContext.traceparent, so it costs nothing where tracing is off. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NOTHING = /^0+$/;

let enabled = false;

/**
 * Returns a W3C traceparent for a request: the caller's when it sent a valid one, or else a new
 * one.
 */
export function startTraceparent(incoming?: string): string {
  const match = incoming === undefined ? null : TRACEPARENT.exec(incoming);
  if (match !== null && !NOTHING.test(match[1] ?? '') && !NOTHING.test(match[2] ?? '')) return match[0];
  const random = randomBytes(24).toString('hex');
  return `00-${random.slice(0, 32)}-${random.slice(32)}-01`;
}

/** Returns the 32 hex digits that support asks for. */
export function traceIdOf(traceparent: string): string {
  return traceparent.slice(3, 35);
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

/** Runs `work` in a span when tracing is on. Attributes must not hold personal data. */
export async function withSpan<Carrier extends Traced, Result>(
  name: string,
  kind: SpanKind,
  carrier: Carrier,
  work: (carrier: Carrier) => Promise<Result>,
  attributes: Attributes = {},
): Promise<Result> {
  if (!enabled) return work(carrier);
  const span = trace.getTracer('prospecting').startSpan(name, { kind, attributes }, contextOf(carrier.traceparent));
  try {
    return await work({ ...carrier, traceparent: traceparentOf(span) });
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: toDomainError(error).code });
    throw error;
  } finally {
    span.end();
  }
}

export function withClientSpan<Carrier extends Traced, Result>(
  name: string,
  carrier: Carrier,
  work: (carrier: Carrier) => Promise<Result>,
): Promise<Result> {
  return withSpan(name, SpanKind.CLIENT, carrier, work);
}

export function withServerSpan<Carrier extends Traced, Result>(
  name: string,
  carrier: Carrier,
  work: (carrier: Carrier) => Promise<Result>,
): Promise<Result> {
  return withSpan(name, SpanKind.SERVER, carrier, work);
}

/**
 * Starts the OpenTelemetry SDK when an OTLP endpoint is given, or else does nothing.
 * @returns a function that flushes pending spans and stops the SDK
 */
export async function startTracing(service: string, otlpEndpoint: string | undefined): Promise<() => Promise<void>> {
  if (otlpEndpoint === undefined) return () => Promise.resolve();
  // Loaded on demand: the SDK costs a quarter of a second at start, and nothing is traced without
  // an endpoint.
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const sdk = new NodeSDK({
    serviceName: service,
    traceExporter: new OTLPTraceExporter({
      url: new URL('v1/traces', `${otlpEndpoint.replace(/\/$/, '')}/`).toString(),
    }),
    // Few spans, created by hand: automatic instrumentation costs a sixth of the throughput even
    // when nothing is sampled.
    instrumentations: [],
  });
  sdk.start();
  enabled = true;
  return async () => {
    enabled = false;
    await sdk.shutdown();
  };
}
