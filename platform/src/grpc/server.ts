import {
  Server,
  ServerCredentials,
  status as grpcStatus,
  type sendUnaryData,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { Logger } from '../telemetry/logger.js';
import type { RpcMetrics } from '../telemetry/rpc-metrics.js';
import { withTimeout } from '../timing/index.js';
import { namesOf, type CallerTable } from './callers.js';
import { uncapitalize } from './client.js';
import type { AnyService, CallContext, Service } from './contract.js';
import { callStreamService, type Answers, type Calls } from './frames.js';
import { createHandler, type Handler } from './handler.js';
import { CONNECTION_AGE_MS, CONNECTION_GRACE_MS, FLOW_CONTROL_WINDOW, MAX_CALLS, MAX_MESSAGE_BYTES } from './limits.js';
import { CallStreams } from './stream-server.js';
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
  'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW,
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_concurrent_streams': MAX_CALLS,
  // Makes clients resolve DNS again: round_robin resolves only on reconnect, and would never find
  // pods that a scale-up added.
  'grpc.max_connection_age_ms': CONNECTION_AGE_MS,
  'grpc.max_connection_age_grace_ms': CONNECTION_GRACE_MS,
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
  const timeoutMs = options.defaultTimeoutMs ?? 5_000;
  const handlers = new Map<string, Handler>();
  for (const { definition, service } of options.services) {
    const implementation: UntypedServiceImplementation = {};
    for (const [name, method] of Object.entries(definition)) {
      const implement = service[uncapitalize(name)];
      if (implement === undefined) throw new Error(`${method.path} is not implemented`);
      const handler = createHandler(method, implement, options);
      handlers.set(method.path, handler);
      implementation[name] = unary(handler, timeoutMs);
    }
    server.addService(definition, implementation);
  }
  const streams = new CallStreams({ handlers, defaultTimeoutMs: timeoutMs });
  server.addService(callStreamService, { Carry: (rpc: ServerDuplexStream<Calls, Answers>) => streams.serve(rpc) });
  return {
    listen: (address) =>
      new Promise((resolve, reject) => {
        const credentials = options.tls?.serverCredentials ?? ServerCredentials.createInsecure();
        server.bindAsync(address, credentials, (error, port) => (error === null ? resolve(port) : reject(error)));
      }),
    stopServing: () => health.setStatus('', 'NOT_SERVING'),
    drain: (limitMs) => {
      streams.drain();
      return drain(server, limitMs);
    },
  };
}

function unary(handler: Handler, timeoutMs: number) {
  return (rpc: ServerUnaryCall<object, object>, callback: sendUnaryData<object>): void => {
    if (!handler.isAllowed(namesOf(rpc.getAuthContext().sslPeerCertificate))) {
      callback({ code: grpcStatus.PERMISSION_DENIED, details: 'caller not allowed' });
      return;
    }
    handler.handle(rpc.request, callOf(rpc, timeoutMs)).then(
      (response) => callback(null, response),
      (error: unknown) => callback(toStatus(error)),
    );
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

async function drain(server: Server, limitMs: number): Promise<void> {
  const drained = new Promise<void>((resolve) => server.tryShutdown(() => resolve()));
  await withTimeout(drained, limitMs, () => server.forceShutdown());
}
