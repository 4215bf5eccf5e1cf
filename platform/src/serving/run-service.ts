import { openTlsIdentity } from '../grpc/index.js';
import { runUntilStopped, type Running } from '../lifecycle/index.js';
import {
  collectDefaultMetrics,
  createLogger,
  createRpcMetrics,
  registerBuildInfo,
  Registry,
  startTracing,
} from '../telemetry/index.js';
import type { ServiceModule } from './application.js';
import type { ServingConfig } from './config.js';
import { serve } from './serve.js';
import { createGrpcTransport } from './transport.js';

/**
 * Runs one service as a process, configured by its environment, until SIGTERM or SIGINT. The whole
 * content of a `main.ts`.
 */
export async function runService<Config extends { readonly serving: ServingConfig }>(
  module: ServiceModule<Config>,
): Promise<void> {
  await runUntilStopped({ name: module.name }, () => start(module));
}

async function start<Config extends { readonly serving: ServingConfig }>(
  module: ServiceModule<Config>,
): Promise<Running> {
  const { name } = module;
  const config = module.loadConfig();
  const { serving } = config;
  const logger = createLogger({
    service: name,
    level: serving.logLevel,
    personalDataFields: module.personalDataFields,
  });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerBuildInfo(registry, name);
  const stopTracing = await startTracing(name, serving.tracing);
  const tls = serving.tls === undefined ? undefined : openTlsIdentity(serving.tls, { logger, registry });
  const transport = createGrpcTransport({ tls, metrics: createRpcMetrics(registry, 'client') });
  const application = module.buildApplication({ name, config, logger, registry, transport });
  const rpcMetrics = createRpcMetrics(registry, 'server');
  const running = await serve(application, serving, { logger, registry, rpcMetrics, tls });
  return {
    logger,
    shutdownLimitMs: serving.shutdownLimitMs,
    async stop(limitMs) {
      await running.stop(limitMs);
      transport.close();
      tls?.close();
      await stopTracing();
      await new Promise<void>((resolve) => logger.flush(() => resolve()));
    },
  };
}
