import {
  createClient,
  createServer,
  inProcess,
  served,
  type GrpcServer,
  type ServedService,
  type Service,
} from '@prospecting/platform/grpc';
import { createRpcMetrics, type Logger, type Registry } from '@prospecting/platform/telemetry';

/** How services are reached: by calling them in this process, or over gRPC as under Kubernetes. */
export type Transport = 'in-process' | 'grpc';

type Definition = Parameters<typeof served>[0];
type Definitions = Readonly<Record<string, Definition>>;
/** A service for each definition: as its own object, or as whoever calls it has it. */
type ServicesOf<Known extends Definitions> = { readonly [Name in keyof Known]: Service<Known[Name]> };

/** Puts a transport between services and their callers; deadlines and errors are the same with both. */
export interface Connections {
  /** Serves what one process serves under Kubernetes, and answers it as its callers have it. */
  connect<Known extends Definitions>(definitions: Known, services: ServicesOf<Known>): Promise<ServicesOf<Known>>;
  /** Lets calls in flight end, up to the limit. */
  close(limitMs: number): Promise<void>;
}

export interface ConnectionOptions {
  readonly transport: Transport;
  readonly logger: Logger;
  readonly registry: Registry;
}

export function openConnections(options: ConnectionOptions): Connections {
  return options.transport === 'grpc' ? overGrpc(options) : inThisProcess(options.logger);
}

function inThisProcess(logger: Logger): Connections {
  return {
    connect: (definitions, services) =>
      Promise.resolve(
        mapServices(definitions, services, (definition, service) => inProcess(definition, service, logger)),
      ),
    close: () => Promise.resolve(),
  };
}

/** A server for the services of each process, on loopback ports of their own. */
function overGrpc({ logger, registry }: ConnectionOptions): Connections {
  const serverMetrics = createRpcMetrics(registry, 'server');
  const clientMetrics = createRpcMetrics(registry, 'client');
  const servers: GrpcServer[] = [];
  const clients: { close(): void }[] = [];
  return {
    async connect(definitions, services) {
      const implementations: ServedService[] = [];
      mapServices(definitions, services, (definition, service) => {
        implementations.push(served(definition, service));
        return service;
      });
      const server = createServer({ services: implementations, logger, metrics: serverMetrics });
      servers.push(server);
      const target = `127.0.0.1:${await server.listen('127.0.0.1:0')}`;
      return mapServices(definitions, services, (definition) => {
        const client = createClient(definition, { target, metrics: clientMetrics });
        clients.push(client);
        return client.service;
      });
    },
    async close(limitMs) {
      for (const client of clients) client.close();
      await Promise.all(servers.map((server) => server.drain(limitMs)));
    },
  };
}

function mapServices<Known extends Definitions>(
  definitions: Known,
  services: ServicesOf<Known>,
  map: <Each extends Definition>(definition: Each, service: Service<Each>) => Service<Each>,
): ServicesOf<Known> {
  const mapped = Object.keys(definitions).map((name: keyof Known) => [name, map(definitions[name], services[name])]);
  return Object.fromEntries(mapped) as ServicesOf<Known>;
}
