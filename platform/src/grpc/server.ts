import {
  Server,
  ServerCredentials,
  status as grpcStatus,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { Logger } from '../telemetry/logger.js';
import { toDomainError } from '../errors/index.js';
import type { RpcMetrics } from '../telemetry/rpc-metrics.js';
import { traceIdOf, withServerSpan } from '../telemetry/tracing.js';
import { withTimeout } from '../timing/index.js';
import { callersOf, namesOf, type CallerTable } from './callers.js';
import { uncapitalize } from './client.js';
import type { AnyService, CallContext, Service } from './contract.js';
import { withinDeadline } from './deadline.js';
import type { TlsIdentity } from './tls.js';
import { toStatus } from './trailers.js';

/** One service of a server: its definition and its implementation. */
export interface ServedService {
  readonly definition: ServiceDefinition;
  readonly service: AnyService;
}

/** Pairs a definition with its implementation. The types ensure that they match. */
export function served<Definition extends ServiceDefinition>(
  definition: Definition,
  service: Service<Definition>,
): ServedService {
  return { definition, service: service as unknown as AnyService };
}

export interface ServerOptions {
  readonly services: readonly ServedService[];
  readonly logger: Logger;
  readonly metrics?: RpcMetrics;
  /**
   * This process's certificate. With it, the server requires a certificate of every client and
   * enforces `callers`. Without it, the server speaks plaintext, does not know who calls, and
   * answers everybody.
   */
  readonly tls?: TlsIdentity | undefined;
  /** Who may call what. Default: nobody may call anything over TLS. */
  readonly callers?: CallerTable;
  /** Time limit of a call without a deadline. Default: 5,000. */
  readonly defaultTimeoutMs?: number;
}

export interface GrpcServer {
  /** Binds `host:port` (port 0 picks a free one) and returns the port. */
  listen(address: string): Promise<number>;
  /** Sets the health to NOT_SERVING. Calls are still answered. */
  stopServing(): void;
  /** Waits up to the limit for calls in flight, then ends the rest. */
  drain(limitMs: number): Promise<void>;
}

const SERVER_OPTIONS = {
  'grpc-node.flow_control_window': 4 * 1024 * 1024,
  'grpc.max_receive_message_length': 8 * 1024 * 1024,
  'grpc.max_send_message_length': 8 * 1024 * 1024,
  'grpc.max_concurrent_streams': 1_000,
  // Makes clients resolve DNS again: round_robin resolves only on reconnect, and would never find
  // pods that a scale-up added.
  'grpc.max_connection_age_ms': 60_000,
  'grpc.max_connection_age_grace_ms': 10_000,
};

/**
 * Creates a gRPC server with health checks, deadlines, error trailers and draining. It listens only
 * after `listen`.
 */
export function createServer(options: ServerOptions): GrpcServer {
  const server = new Server(SERVER_OPTIONS);
  // Not in the table of callers: every client with a certificate may check the health.
  const health = new HealthImplementation({ '': 'SERVING' });
  health.addToServer(server);
  for (const { definition, service } of options.services) {
    const implementation: UntypedServiceImplementation = {};
    for (const [name, method] of Object.entries(definition)) {
      const implement = service[uncapitalize(name)];
      if (implement === undefined) throw new Error(`${method.path} is not implemented`);
      implementation[name] = handler(method.path, implement, options);
    }
    server.addService(definition, implementation);
  }
  return {
    listen: (address) =>
      new Promise((resolve, reject) => {
        const credentials = options.tls?.serverCredentials ?? ServerCredentials.createInsecure();
        server.bindAsync(address, credentials, (error, port) => (error === null ? resolve(port) : reject(error)));
      }),
    stopServing: () => health.setStatus('', 'NOT_SERVING'),
    drain: (limitMs) => drain(server, limitMs),
  };
}

function handler(path: string, implement: AnyService[string], options: ServerOptions) {
  const timeoutMs = options.defaultTimeoutMs ?? 5_000;
  const isAllowed = callerCheck(path, options);
  return (rpc: ServerUnaryCall<object, object>, callback: sendUnaryData<object>): void => {
    if (!isAllowed(rpc)) {
      callback({ code: grpcStatus.PERMISSION_DENIED, details: 'caller not allowed' });
      return;
    }
    const call = callOf(rpc, timeoutMs);
    const work = withServerSpan(path, call, (traced) =>
      withinDeadline(traced, path, () => implement(rpc.request, traced)),
    );
    const counted = options.metrics === undefined ? work : options.metrics.start()(path, work);
    counted.then(
      (response) => callback(null, response),
      (error: unknown) => {
        logFailure(options.logger, path, call, error);
        callback(toStatus(error));
      },
    );
  };
}

/**
 * Returns the check of who calls this method. It accepts everybody without TLS, as there is no name
 * to check.
 */
function callerCheck(path: string, { tls, callers = {}, logger }: ServerOptions) {
  if (tls === undefined) return () => true;
  const allowed = new Set(callersOf(callers, path));
  return (rpc: ServerUnaryCall<object, object>): boolean => {
    const names = namesOf(rpc.getAuthContext().sslPeerCertificate);
    if (names.some((name) => allowed.has(name))) return true;
    logger.warn({ rpc: path, caller: names, allowed: [...allowed] }, 'rpc refused: this caller may not call it');
    return false;
  };
}

function callOf(rpc: ServerUnaryCall<object, object>, timeoutMs: number): CallContext {
  const deadline = rpc.getDeadline();
  const deadlineAt = deadline instanceof Date ? deadline.getTime() : deadline;
  const traceparent = rpc.metadata.get('traceparent')[0];
  return {
    deadlineAt: Number.isFinite(deadlineAt) ? deadlineAt : Date.now() + timeoutMs,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  };
}

/** Logs a failure whose cause the caller does not see. */
export function logFailure(logger: Logger, path: string, call: CallContext, error: unknown): void {
  const domainError = toDomainError(error);
  if (domainError.kind.httpStatus < 500) return;
  const traceId = call.traceparent === undefined ? undefined : traceIdOf(call.traceparent);
  logger.error({ err: domainError, rpc: path, traceId }, 'rpc failed');
}

async function drain(server: Server, limitMs: number): Promise<void> {
  const drained = new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  await withTimeout(drained, limitMs, () => server.forceShutdown());
}
