import type { GuardedClock } from '#src/clock/index.js';
import { openTlsIdentity } from '#src/grpc/index.js';
import {
  createGrpcTransport,
  serve,
  type ServiceModule,
  type Serving,
  type ServingConfig,
  type Transport,
} from '#src/serving/index.js';
import { createLogger, createRpcMetrics, Registry, type Logger } from '#src/telemetry/index.js';

export interface TestServiceOptions {
  /** Default: the system's, checked against the service's database. */
  readonly clock?: GuardedClock | undefined;
  /** Default: gRPC. */
  readonly transport?: Transport;
  /** Default: silent. */
  readonly logger?: Logger;
}

/**
 * For tests: starts a service as its `main.ts` does, on free ports of this process, with silent
 * logs.
 */
export async function startTestService<Config extends { readonly serving: ServingConfig }>(
  module: ServiceModule<Config>,
  environment: Readonly<Record<string, string>>,
  options: TestServiceOptions = {},
): Promise<Serving & { readonly registry: Registry }> {
  const logger = options.logger ?? createLogger({ service: module.name, level: 'silent' });
  const registry = new Registry();
  const config = module.loadConfig({ GRPC_LISTEN: '127.0.0.1:0', ADMIN_PORT: '0', ...environment });
  const files = config.serving.tls;
  const tls = files === undefined ? undefined : openTlsIdentity(files, { logger, registry });
  const grpc = createGrpcTransport({ tls, metrics: createRpcMetrics(registry, 'client') });
  const application = module.buildApplication({
    name: module.name,
    config,
    logger,
    registry,
    transport: options.transport ?? grpc,
    clock: options.clock,
  });
  const rpcMetrics = createRpcMetrics(registry, 'server');
  const serving = await serve(application, config.serving, { logger, registry, rpcMetrics, tls });
  return {
    ...serving,
    registry,
    async stop(limitMs) {
      await serving.stop(limitMs);
      grpc.close();
      tls?.close();
    },
  };
}
