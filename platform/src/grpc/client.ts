import { Client, credentials, Metadata, type ChannelCredentials, type ServiceDefinition } from '@grpc/grpc-js';
import { withClientSpan } from '../telemetry/tracing.js';
import type { RpcMetrics } from '../telemetry/rpc-metrics.js';
import type { AnyService, Call, Service } from './contract.js';
import { nextHop, refuseHopeless } from './deadline.js';
import { fromStatus } from './trailers.js';

export interface ClientOptions {
  /** `dns:///host:port` of a headless Service, or `host:port`. */
  readonly target: string;
  /** Connections to each backend: one HTTP/2 session saturates before a core does. */
  readonly channels?: number;
  readonly credentials?: ChannelCredentials;
  readonly metrics?: RpcMetrics;
}

export interface ServiceClient<Definition extends ServiceDefinition> {
  readonly service: Service<Definition>;
  close(): void;
}

const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

const CHANNEL_OPTIONS = {
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // The resolver would look for a TXT record with a service config at every resolution; there is none.
  'grpc.service_config_disable_resolution': 1,
  'grpc.use_local_subchannel_pool': 1,
  'grpc-node.flow_control_window': 4 * 1024 * 1024,
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 5_000,
};

/** A long-lived client of one service. Every method needs a Call, so there is no call without a deadline. */
export function createClient<Definition extends ServiceDefinition>(
  definition: Definition,
  options: ClientOptions,
): ServiceClient<Definition> {
  const clients = Array.from(
    { length: options.channels ?? 2 },
    () => new Client(options.target, options.credentials ?? credentials.createInsecure(), CHANNEL_OPTIONS),
  );
  let turn = 0;
  const nextClient = (): Client => {
    turn = (turn + 1) % clients.length;
    return clients[turn] as Client;
  };
  const service: Record<string, AnyService[string]> = {};
  for (const [name, method] of Object.entries(definition)) {
    service[uncapitalize(name)] = (request, call) =>
      withClientSpan(method.path, call, (traced) => {
        const started = options.metrics?.start();
        const answer = unary(nextClient(), method, request, traced, options.target);
        return started === undefined ? answer : started(method.path, answer);
      });
  }
  return { service: service as Service<Definition>, close: () => clients.forEach((client) => client.close()) };
}

type AnyMethod = ServiceDefinition[string];

function unary(client: Client, method: AnyMethod, request: object, call: Call, target: string): Promise<object> {
  const hop = nextHop(call);
  refuseHopeless(hop, method.path);
  const metadata = new Metadata();
  if (call.traceparent !== undefined) metadata.set('traceparent', call.traceparent);
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      metadata,
      { deadline: hop.deadlineAt },
      (error, response) => {
        if (error !== null) reject(fromStatus(error, target));
        else resolve(response as object);
      },
    );
  });
}

export function uncapitalize(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
