export { registerBuildInfo } from './build-info.js';
export { createLogger, type Logger, type LoggerOptions } from './logger.js';
export {
  createOperationsHandler,
  listen,
  type Listener,
  type OperationsHandler,
  type OperationsOptions,
} from './operations-listener.js';
export {
  createReadiness,
  STOPPING,
  type Readiness,
  type ReadinessCheck,
  type ReadinessChecks,
  type ReadinessReport,
  type Trouble,
} from './readiness.js';
export { createRpcMetrics, DURATION_BUCKETS, type RpcMetrics } from './rpc-metrics.js';
export {
  inTrace,
  isTraced,
  startTraceparent,
  startTracing,
  traceIdOf,
  withSpan,
  withStatementSpan,
  type SpanEnd,
  type TracingOptions,
} from './tracing.js';
export { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
export { SpanKind } from '@opentelemetry/api';
