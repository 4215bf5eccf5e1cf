import { createClient } from '@prospecting/platform/grpc';
import { runService, type Running } from '@prospecting/platform/lifecycle';
import { PERSONAL_DATA_FIELDS } from '@prospecting/openapi';
import {
  collectDefaultMetrics,
  createLogger,
  createRpcMetrics,
  Registry,
  startTracing,
} from '@prospecting/platform/telemetry';
import {
  creditsLedger,
  creditsReader,
  revealAdmin,
  revealSpender,
  revealViewer,
  searchService,
} from '@prospecting/protos';
import { loadConfig, type Config } from './config.js';
import { serveGateway } from './server.js';

const name = 'gateway';

await runService({ name }, () => start(loadConfig()));

async function start({ server, targets, channels, otlpEndpoint, logLevel }: Config): Promise<Running> {
  const logger = createLogger({ service: name, level: logLevel, personalDataFields: PERSONAL_DATA_FIELDS });
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const stopTracing = await startTracing(name, otlpEndpoint);
  const metrics = createRpcMetrics(registry, 'client');
  const clients = {
    search: createClient(searchService, { target: targets.search, channels, metrics }),
    revealViewer: createClient(revealViewer, { target: targets.reveal, channels, metrics }),
    revealSpender: createClient(revealSpender, { target: targets.reveal, channels, metrics }),
    revealAdmin: createClient(revealAdmin, { target: targets.reveal, channels: 1, metrics }),
    creditsReader: createClient(creditsReader, { target: targets.credits, channels, metrics }),
    creditsLedger: createClient(creditsLedger, { target: targets.credits, channels: 1, metrics }),
  };
  const services = {
    search: clients.search.service,
    revealViewer: clients.revealViewer.service,
    revealSpender: clients.revealSpender.service,
    revealAdmin: clients.revealAdmin.service,
    creditsReader: clients.creditsReader.service,
    creditsLedger: clients.creditsLedger.service,
  };
  const gateway = await serveGateway(server, services, { name, logger, registry });
  return {
    logger,
    async stop(limitMs) {
      await gateway.stop(limitMs);
      for (const client of Object.values(clients)) client.close();
      await stopTracing();
      await new Promise<void>((resolve) => logger.flush(() => resolve()));
    },
  };
}
