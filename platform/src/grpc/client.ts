import {
  Client,
  credentials,
  Metadata,
  status as grpcStatus,
  type ServiceDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import { withClientSpan } from '../telemetry/tracing.js';
import type { RpcMetrics } from '../telemetry/rpc-metrics.js';
import type { AnyService, CallContext, Service } from './contract.js';
import { nextHop, assertDeadlineAhead } from './deadline.js';
import { FLOW_CONTROL_WINDOW, KEEPALIVE_MS, MAX_MESSAGE_BYTES } from './limits.js';
import { MAX_REQUEST_BYTES, NOT_SENT, type CallStream } from './stream-client.js';
import { StreamPool } from './stream-pool.js';
import type { TlsIdentity } from './tls.js';
import { fromStatus, statusError } from './trailers.js';

export interface ClientOptions {
  /** `dns:///host:port` of a headless Service, or `host:port`. */
  readonly target: string;
  /**
   * Connections to each backend. More than one, as one HTTP/2 session saturates before a core does.
   * Default: 2.
   */
  readonly channels?: number;
  /**
   * Calls travel on a stream that they share, on one more connection to each backend, and alone
   * where they cannot. Default: each call goes alone.
   */
  readonly sharesStream?: boolean;
  /** Milliseconds for which a shared stream is used before another replaces it. Default: 5,000. */
  readonly renewStreamMs?: number;
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

const CHANNEL_OPTIONS = {
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // Otherwise each resolution looks for a TXT record with a service config, which does not exist.
  'grpc.service_config_disable_resolution': 1,
  'grpc.use_local_subchannel_pool': 1,
  'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW,
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  'grpc.keepalive_time_ms': KEEPALIVE_MS,
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
  const { target, channels = 2 } = options;
  const clients = Array.from({ length: channels }, () => connect(options));
  const pool = options.sharesStream === true ? new StreamPool(connect(options), options.renewStreamMs) : undefined;
  let turn = 0;
  const nextClient = (): Client => {
    turn = (turn + 1) % clients.length;
    return clients[turn] as Client;
  };
  const send = (method: AnyMethod, request: object, call: CallContext): Promise<object> => {
    const hop = nextHop(call);
    assertDeadlineAhead(hop, method.path);
    const alone = (): Promise<object> => unary(nextClient(), method, request, hop);
    const stream = pool?.next(hop.deadlineAt);
    const answer = stream === undefined ? alone() : onStream(stream, method, request, hop, alone);
    return answer.catch((error: unknown) => {
      throw fromStatus(error as ServiceError, target);
    });
  };
  const service: Record<string, AnyService[string]> = {};
  for (const [name, method] of Object.entries(definition)) {
    service[uncapitalize(name)] = (request, call) =>
      withClientSpan(method.path, call, (traced) => {
        const started = options.metrics?.start();
        const answer = send(method, request, traced);
        return started === undefined ? answer : started(method.path, answer);
      });
  }
  const close = (): void => {
    pool?.close();
    for (const client of clients) client.close();
  };
  return { service: service as Service<Definition>, close };
}

/** Returns a client with its own connections. They open with the first call. */
function connect({ target, tls }: ClientOptions): Client {
  const channelCredentials = tls?.identity.channelCredentials ?? credentials.createInsecure();
  const serverName = tls && { 'grpc.ssl_target_name_override': tls.serverName };
  return new Client(target, channelCredentials, { ...CHANNEL_OPTIONS, ...serverName });
}

type AnyMethod = ServiceDefinition[string];

function unary(client: Client, method: AnyMethod, request: object, call: CallContext): Promise<object> {
  const metadata = new Metadata();
  if (call.traceparent !== undefined) metadata.set('traceparent', call.traceparent);
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      metadata,
      { deadline: call.deadlineAt },
      (error, response) => {
        if (error !== null) reject(error);
        else resolve(response as object);
      },
    );
  });
}

/** Sends a call on the stream, or `alone` where the stream cannot take it. */
async function onStream(
  stream: CallStream,
  method: AnyMethod,
  request: object,
  call: CallContext,
  alone: () => Promise<object>,
): Promise<object> {
  const message = convert(() => method.requestSerialize(request));
  if (message.length > MAX_REQUEST_BYTES) return alone();
  let response: Buffer;
  try {
    response = await stream.call(method.path, message, call);
  } catch (error) {
    if (error === NOT_SENT) return alone();
    throw error;
  }
  return convert(() => method.responseDeserialize(response) as object);
}

/** Reports a message that does not fit its proto as grpc-js does. */
function convert<Message>(work: () => Message): Message {
  try {
    return work();
  } catch (error) {
    const details = error instanceof Error ? error.message : String(error);
    throw statusError({ code: grpcStatus.INTERNAL, details, metadata: new Metadata() });
  }
}

export function uncapitalize(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
