import { Client, credentials, Metadata, type ServiceDefinition } from '@grpc/grpc-js';
import { withClientSpan } from '../telemetry/tracing.js';
import type { RpcMetrics } from '../telemetry/rpc-metrics.js';
import type { AnyService, CallContext, Service } from './contract.js';
import { nextHop, assertDeadlineAhead } from './deadline.js';
import type { TlsIdentity } from './tls.js';
import { fromStatus } from './trailers.js';

export interface ClientOptions {
  /** `dns:///host:port` of a headless Service, or `host:port`. */
  readonly target: string;
  /**
   * Connections to each backend. More than one, as one HTTP/2 session saturates before a core does.
   * Default: 2.
   */
  readonly channels?: number;
  /** TLS with the client's own certificate. Default: plaintext. */
  readonly tls?: ClientTls | undefined;
  readonly metrics?: RpcMetrics;
}

export interface ClientTls {
  readonly identity: TlsIdentity;
  /**
   * The service that must answer: a DNS subject alternative name of its certificate. The address
   * does not matter, so a certificate needs no name of any cluster, and one service cannot answer
   * for another.
   */
  readonly serverName: string;
}

/**
 * Returns the TLS options of a client of this service, or undefined (plaintext) when the process
 * has no certificate.
 */
export function clientTls(identity: TlsIdentity | undefined, serverName: string): ClientTls | undefined {
  return identity === undefined ? undefined : { identity, serverName };
}

export interface ServiceClient<Definition extends ServiceDefinition> {
  readonly service: Service<Definition>;
  close(): void;
}

const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

const CHANNEL_OPTIONS = {
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // Otherwise each resolution looks for a TXT record with a service config, which does not exist.
  'grpc.service_config_disable_resolution': 1,
  'grpc.use_local_subchannel_pool': 1,
  'grpc-node.flow_control_window': 4 * 1024 * 1024,
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 5_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  // A lost connection asks DNS for the pods of now. By default, not within 30 s of the last answer.
  'grpc.dns_min_time_between_resolutions_ms': 1_000,
  'grpc.max_reconnect_backoff_ms': 5_000,
};

/**
 * Creates a long-lived client of one service. Every method needs a CallContext, so no call lacks a
 * deadline.
 */
export function createClient<Definition extends ServiceDefinition>(
  definition: Definition,
  options: ClientOptions,
): ServiceClient<Definition> {
  const { target, tls, channels = 2 } = options;
  const channelCredentials = tls?.identity.channelCredentials ?? credentials.createInsecure();
  const channelOptions =
    tls === undefined ? CHANNEL_OPTIONS : { ...CHANNEL_OPTIONS, 'grpc.ssl_target_name_override': tls.serverName };
  const clients = Array.from({ length: channels }, () => new Client(target, channelCredentials, channelOptions));
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
        const answer = unary(nextClient(), method, request, traced, target);
        return started === undefined ? answer : started(method.path, answer);
      });
  }
  return { service: service as Service<Definition>, close: () => clients.forEach((client) => client.close()) };
}

type AnyMethod = ServiceDefinition[string];

function unary(client: Client, method: AnyMethod, request: object, call: CallContext, target: string): Promise<object> {
  const hop = nextHop(call);
  assertDeadlineAhead(hop, method.path);
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
