import type { ServiceDefinition } from '@grpc/grpc-js';
import {
  clientTls,
  createClient,
  inProcess,
  type AnyService,
  type ServedService,
  type Service,
  type TlsIdentity,
} from '../grpc/index.js';
import type { Logger, RpcMetrics } from '../telemetry/index.js';
import type { Transport } from './application.js';

/** A transport over gRPC. */
export interface GrpcTransport extends Transport {
  close(): void;
}

export interface GrpcTransportOptions {
  readonly metrics: RpcMetrics;
  /** Undefined: plaintext. */
  readonly tls?: TlsIdentity | undefined;
}

export function createGrpcTransport({ metrics, tls }: GrpcTransportOptions): GrpcTransport {
  const clients: { close(): void }[] = [];
  return {
    connect(definition, { name, ...peer }) {
      const client = createClient(definition, { ...peer, metrics, tls: clientTls(tls, name) });
      clients.push(client);
      return client.service;
    },
    close: () => clients.forEach((client) => client.close()),
  };
}

/** A transport within one process: registered services call each other as objects. */
export interface InProcessTransport extends Transport {
  /** Makes services reachable. Register a service before another connects to it. */
  register(services: readonly ServedService[]): void;
}

export function createInProcessTransport(logger: Logger): InProcessTransport {
  const registered = new Map<ServiceDefinition, AnyService>();
  return {
    register: (services) => services.forEach(({ definition, service }) => registered.set(definition, service)),
    connect<Definition extends ServiceDefinition>(definition: Definition): Service<Definition> {
      const service = registered.get(definition);
      if (service === undefined) throw new Error(`${pathsOf(definition)} is not served in this process`);
      return inProcess(definition, service as unknown as Service<Definition>, logger);
    },
  };
}

function pathsOf(definition: ServiceDefinition): string {
  return Object.values(definition)
    .map(({ path }) => path)
    .join(', ');
}
