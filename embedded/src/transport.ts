import {
  createClient,
  createServer,
  inProcess,
  served,
  type GrpcServer,
  type ServedService,
  type Service,
  type ServiceClient,
} from '@prospecting/platform/grpc';
import { createRpcMetrics, type Logger, type Registry } from '@prospecting/platform/telemetry';
import {
  creditsLedger,
  creditsReader,
  revealAdmin,
  revealViewer,
  searchService,
  type credits,
  type reveal,
  type search,
} from '@prospecting/protos';

/** The services behind the edge, as their own objects or as whoever calls them has them. */
export interface Services {
  readonly search: Service<search.SearchServiceDefinition>;
  readonly revealViewer: Service<reveal.RevealViewerDefinition>;
  readonly revealAdmin: Service<reveal.RevealAdminDefinition>;
  readonly creditsReader: Service<credits.CreditsReaderDefinition>;
  readonly creditsLedger: Service<credits.CreditsLedgerDefinition>;
}

/** How the gateway reaches the services: calling them in its own process, or over gRPC as under Kubernetes. */
export type Transport = 'in-process' | 'grpc';

/** The services as the gateway calls them. */
export interface Connected {
  readonly services: Services;
  /** Lets calls in flight end, up to the limit. */
  close(limitMs: number): Promise<void>;
}

export interface ConnectOptions {
  readonly transport: Transport;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** Puts a transport between the services and their caller; deadlines and errors are the same with both. */
export async function connect(services: Services, options: ConnectOptions): Promise<Connected> {
  return options.transport === 'grpc' ? connectOverGrpc(services, options) : connectInProcess(services, options.logger);
}

function connectInProcess(services: Services, logger: Logger): Connected {
  return {
    services: {
      search: inProcess(searchService, services.search, logger),
      revealViewer: inProcess(revealViewer, services.revealViewer, logger),
      revealAdmin: inProcess(revealAdmin, services.revealAdmin, logger),
      creditsReader: inProcess(creditsReader, services.creditsReader, logger),
      creditsLedger: inProcess(creditsLedger, services.creditsLedger, logger),
    },
    close: () => Promise.resolve(),
  };
}

/** A server for each service, as there are processes under Kubernetes, on loopback ports of their own. */
async function connectOverGrpc(services: Services, { logger, registry }: ConnectOptions): Promise<Connected> {
  const serverMetrics = createRpcMetrics(registry, 'server');
  const clientMetrics = createRpcMetrics(registry, 'client');
  const servers: GrpcServer[] = [];
  const clients: Pick<ServiceClient<typeof searchService>, 'close'>[] = [];

  const serve = async (...implementations: ServedService[]): Promise<string> => {
    const server = createServer({ services: implementations, logger, metrics: serverMetrics });
    servers.push(server);
    return `127.0.0.1:${await server.listen('127.0.0.1:0')}`;
  };
  const keep = <Client extends { close(): void }>(client: Client): Client => {
    clients.push(client);
    return client;
  };

  const searchTarget = await serve(served(searchService, services.search));
  const revealTarget = await serve(
    served(revealViewer, services.revealViewer),
    served(revealAdmin, services.revealAdmin),
  );
  const creditsTarget = await serve(
    served(creditsReader, services.creditsReader),
    served(creditsLedger, services.creditsLedger),
  );
  const to = (target: string): { target: string; metrics: typeof clientMetrics } => ({
    target,
    metrics: clientMetrics,
  });
  return {
    services: {
      search: keep(createClient(searchService, to(searchTarget))).service,
      revealViewer: keep(createClient(revealViewer, to(revealTarget))).service,
      revealAdmin: keep(createClient(revealAdmin, to(revealTarget))).service,
      creditsReader: keep(createClient(creditsReader, to(creditsTarget))).service,
      creditsLedger: keep(createClient(creditsLedger, to(creditsTarget))).service,
    },
    async close(limitMs) {
      for (const client of clients) client.close();
      await Promise.all(servers.map((server) => server.drain(limitMs)));
    },
  };
}
