import {
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { Logger } from '../telemetry/logger.js';
import { toDomainError } from '../errors/index.js';
import type { RpcMetrics } from '../telemetry/rpc-metrics.js';
import { withServerSpan } from '../telemetry/tracing.js';
import { uncapitalize } from './client.js';
import type { AnyService, Call, Service } from './contract.js';
import { withinDeadline } from './deadline.js';
import { toStatus } from './trailers.js';

/** One service of a server: its definition and the object that implements it. */
export interface ServedService {
  readonly definition: ServiceDefinition;
  readonly service: AnyService;
}

/** Pairs a definition with its implementation; the types hold them together. */
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
  /** For a call that came without a deadline. */
  readonly defaultTimeoutMs?: number;
}

export interface GrpcServer {
  /** Binds `host:port` (0 picks a free port) and answers the port. */
  listen(address: string): Promise<number>;
  /** Health says NOT_SERVING; calls are still answered. */
  stopServing(): void;
  /** Lets calls in flight end, up to the limit, then cuts the rest. */
  drain(limitMs: number): Promise<void>;
}

const SERVER_OPTIONS = {
  'grpc-node.flow_control_window': 4 * 1024 * 1024,
  'grpc.max_receive_message_length': 8 * 1024 * 1024,
  'grpc.max_send_message_length': 8 * 1024 * 1024,
  'grpc.max_concurrent_streams': 1_000,
  // Clients must come back to DNS now and then, or pods added by a scale-up are never found (round_robin resolves on reconnect).
  'grpc.max_connection_age_ms': 60_000,
  'grpc.max_connection_age_grace_ms': 10_000,
};

/** A gRPC server with health checks, deadlines, error trailers and draining. Nothing listens until `listen`. */
export function createServer(options: ServerOptions): GrpcServer {
  const server = new Server(SERVER_OPTIONS);
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
        server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) =>
          error === null ? resolve(port) : reject(error),
        );
      }),
    stopServing: () => health.setStatus('', 'NOT_SERVING'),
    drain: (limitMs) => drain(server, limitMs),
  };
}

function handler(path: string, implement: AnyService[string], options: ServerOptions) {
  const timeoutMs = options.defaultTimeoutMs ?? 5_000;
  return (rpc: ServerUnaryCall<object, object>, callback: sendUnaryData<object>): void => {
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

function callOf(rpc: ServerUnaryCall<object, object>, timeoutMs: number): Call {
  const deadline = rpc.getDeadline();
  const deadlineAt = deadline instanceof Date ? deadline.getTime() : deadline;
  const traceparent = rpc.metadata.get('traceparent')[0];
  return {
    deadlineAt: Number.isFinite(deadlineAt) ? deadlineAt : Date.now() + timeoutMs,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  };
}

/** Logs what the caller will not be told. */
export function logFailure(logger: Logger, path: string, call: Call, error: unknown): void {
  const domainError = toDomainError(error);
  if (domainError.kind.httpStatus < 500) return;
  logger.error({ err: domainError, rpc: path, traceparent: call.traceparent }, 'rpc failed');
}

async function drain(server: Server, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, limitMs);
  });
  await Promise.race([new Promise<void>((resolve) => server.tryShutdown(() => resolve())), limit]);
  clearTimeout(timer);
}
