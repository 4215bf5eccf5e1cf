import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createGrpcServer, type GrpcServer, type TlsIdentity } from '../grpc/index.js';
import { createRequestDrain, drainServer, type RequestDrain } from '../http/index.js';
import {
  createOperationsHandler,
  createReadiness,
  listen,
  type Listener,
  type Logger,
  type OperationsHandler,
  STOPPING,
  type Readiness,
  type ReadinessCheck,
  type Registry,
  type RpcMetrics,
} from '../telemetry/index.js';
import type { Application } from './application.js';
import type { ServingConfig } from './config.js';

/** A served application and its ports. The port of a missing listener is undefined. */
export interface Serving {
  readonly grpcPort: number | undefined;
  readonly publicPort: number | undefined;
  readonly adminPort: number | undefined;
  /** Readiness checks, by the name that /readyz shows. */
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /**
   * Reports not ready, stops accepting, drains, closes the application, then the admin listener.
   * Called once.
   */
  stop(limitMs: number): Promise<void>;
}

export interface ServeOptions {
  readonly logger: Logger;
  readonly registry: Registry;
  readonly rpcMetrics: RpcMetrics;
  /** Undefined: plaintext, and the table of callers is not enforced. */
  readonly tls?: TlsIdentity | undefined;
  /** True: calls reach the services in this process, and no gRPC listener opens. */
  readonly withoutGrpc?: boolean;
}

/**
 * The share of the time limit that is kept for flushing queues and closing pools after draining.
 */
const CLOSING_SHARE = 0.3;

/**
 * Starts an application and opens its listeners: gRPC and public HTTP where it has them, and the
 * admin listener where the configuration names one. Throws what a listener throws, and leaves
 * nothing open then.
 */
export async function serve(application: Application, config: ServingConfig, options: ServeOptions): Promise<Serving> {
  const { logger, registry } = options;
  let stopping = false;
  const serving = (): ReturnType<ReadinessCheck> => Promise.resolve(stopping ? { reason: STOPPING } : undefined);
  const checks = {
    ...application.checks,
    ...(options.tls !== undefined && { certificate: options.tls.check }),
    serving,
  };
  let readiness: Readiness | undefined;
  const administration = application.administer && createRequestDrain(application.administer);
  const parts: Parts = { application, administration, grpc: undefined, admin: undefined };
  const stop = async (limitMs: number): Promise<void> => {
    stopping = true;
    readiness?.stop();
    await stopInOrder(parts, limitMs);
  };
  try {
    // A dependency that is down makes it not ready. It does not keep it from starting.
    await application.start?.();
    if (config.admin !== undefined) {
      readiness = createReadiness({ checks, logger, registry });
      const handler = createOperationsHandler({ registry, readiness });
      const server = createHttpServer(withOperations(handler, administration?.handle));
      parts.admin = await listen(server, config.admin.host, config.admin.port);
    }
    const grpcPort = await listenForCalls(parts, config, options);
    const publicPort = await listenForRequests(application, config);
    const ports = { grpcPort, publicPort, adminPort: parts.admin?.port };
    logger.info(ports, 'serving');
    readiness?.start();
    return { ...ports, checks, stop };
  } catch (error) {
    // A taken port must not leave connections open.
    await stop(0);
    throw error;
  }
}

interface Parts {
  readonly application: Application;
  /** Admin requests, which end before the listener that also answers probes. */
  readonly administration: RequestDrain | undefined;
  grpc: GrpcServer | undefined;
  admin: Listener | undefined;
}

async function listenForCalls(parts: Parts, config: ServingConfig, options: ServeOptions): Promise<number | undefined> {
  const { services = [], callers = {} } = parts.application;
  if (services.length === 0 || options.withoutGrpc === true || config.grpc === undefined) return undefined;
  const { logger, rpcMetrics: metrics, tls } = options;
  parts.grpc = createGrpcServer({ services, callers, tls, logger, metrics });
  return parts.grpc.listen(config.grpc.listen);
}

async function listenForRequests({ publicServer }: Application, config: ServingConfig): Promise<number | undefined> {
  if (publicServer === undefined || config.public === undefined) return undefined;
  return (await listen(publicServer, config.public.host, config.public.port)).port;
}

async function stopInOrder({ application, administration, grpc, admin }: Parts, limitMs: number): Promise<void> {
  const drainMs = limitMs * (1 - CLOSING_SHARE);
  application.beforeDrain?.();
  grpc?.stopServing();
  await Promise.all([
    grpc?.drain(drainMs),
    administration?.drain(drainMs),
    application.publicServer?.listening === true && drainServer(application.publicServer, drainMs),
  ]);
  await application.close(limitMs - drainMs);
  // The last listener: while requests drain, /readyz must say that this process is stopping.
  await admin?.close();
}

const NOT_FOUND = '{"status":"not_found"}';

/** Answers probes and metrics first, then the application's admin paths. */
function withOperations(operations: OperationsHandler, administer: RequestListener | undefined): RequestListener {
  return (request, response) => {
    operations(request, response).then(
      (handled) => {
        if (handled) return;
        if (administer !== undefined) return administer(request, response);
        response.writeHead(404, { 'content-type': 'application/json' }).end(NOT_FOUND);
      },
      () => response.writeHead(500).end(),
    );
  };
}
