import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createTestAuthority, type TestAuthority } from '@prospecting/platform/testing';

export interface StoredSecret {
  readonly metadata: {
    readonly name: string;
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
}

export interface Call {
  readonly verb: 'get' | 'create' | 'update';
  readonly name: string;
}

/** What happens to one call instead of, or after, its work. */
export type Disturbance =
  | { readonly status: number; readonly message?: string }
  /** Never answers. */
  | 'silence'
  /** Does the work and cuts the connection before the answer. */
  | 'lost answer'
  /** Answers a byte at a time, for ever. */
  | 'trickle';

/**
 * A server with the semantics of the Kubernetes API for Secrets, over TLS, with a clock of its own.
 */
export interface KubernetesApi {
  /** The environment of a process in a pod. */
  readonly env: Readonly<Record<string, string>>;
  readonly secrets: Map<string, StoredSecret>;
  /** Every call, in order. */
  readonly calls: Call[];
  /** The time of its answers, in milliseconds since 1970. */
  now: number;
  /** Rights of the service account. Default: all three. */
  rights: readonly Call['verb'][];
  /** Runs before each call. It may change the Secrets, and what it returns happens to the call. */
  before: (call: Call) => Disturbance | undefined;
  /** Puts a Secret there, as somebody else would. */
  put(
    secret: Omit<StoredSecret, 'metadata'> & {
      readonly metadata: { readonly name: string } & Partial<StoredSecret['metadata']>;
    },
  ): void;
  close(): Promise<void>;
}

export const NAMESPACE = 'sales';
const TOKEN = 'the-token-of-the-pod';
const ROOT = `/api/v1/namespaces/${NAMESPACE}/secrets`;
const VERBS: Readonly<Record<string, Call['verb']>> = { GET: 'get', POST: 'create', PUT: 'update' };

/** One for all servers: creating keys takes long. */
let authority: TestAuthority | undefined;

export async function startKubernetesApi(): Promise<KubernetesApi> {
  authority ??= createTestAuthority();
  const { certificate, key } = authority.issue({ dnsNames: ['localhost'] });
  const directory = mkdtempSync(path.join(tmpdir(), 'prospect-service-account-'));
  writeFileSync(path.join(directory, 'token'), `${TOKEN}\n`);
  writeFileSync(path.join(directory, 'ca.crt'), authority.certificate);
  writeFileSync(path.join(directory, 'namespace'), NAMESPACE);
  const server = createServer({ cert: certificate, key });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const api = new Api(server, directory);
  server.on('request', (request: IncomingMessage, response: ServerResponse) => void api.answer(request, response));
  return api;
}

class Api implements KubernetesApi {
  readonly env: Readonly<Record<string, string>>;
  readonly secrets = new Map<string, StoredSecret>();
  readonly calls: Call[] = [];
  now = Date.now();
  rights: readonly Call['verb'][] = ['get', 'create', 'update'];
  before: (call: Call) => Disturbance | undefined = () => undefined;
  private readonly server: Server;
  private readonly directory: string;
  private version = 100;

  constructor(server: Server, directory: string) {
    this.server = server;
    this.directory = directory;
    this.env = {
      KUBERNETES_SERVICE_HOST: 'localhost',
      KUBERNETES_SERVICE_PORT: String((server.address() as AddressInfo).port),
      KUBERNETES_SERVICE_ACCOUNT_DIR: directory,
    };
  }

  put(secret: Parameters<KubernetesApi['put']>[0]): void {
    this.version += 1;
    const metadata: StoredSecret['metadata'] = { ...secret.metadata, resourceVersion: String(this.version) };
    this.secrets.set(metadata.name, { ...secret, metadata });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.directory, { recursive: true, force: true });
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const secret = body === '' ? undefined : (JSON.parse(body) as StoredSecret);
    const verb = VERBS[request.method ?? ''];
    const url = request.url ?? '';
    const name = url === ROOT ? (secret?.metadata.name ?? '') : decodeURIComponent(url.slice(ROOT.length + 1));
    response.setHeader('date', new Date(this.now).toUTCString());
    response.setHeader('content-type', 'application/json');
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return respond(response, 401, 'Unauthorized');
    if (verb === undefined || !url.startsWith(ROOT))
      return respond(response, 404, 'the server could not find the requested resource');
    this.calls.push({ verb, name });
    const disturbance = this.before({ verb, name });
    if (typeof disturbance === 'object')
      return respond(response, disturbance.status, disturbance.message ?? 'etcdserver: request timed out');
    if (disturbance === 'silence') return;
    if (disturbance === 'trickle') return trickle(response);
    const [status, answer] = this.rights.includes(verb)
      ? this.work(verb, name, secret)
      : ([
          403,
          `secrets "${name}" is forbidden: User "system:serviceaccount:sales:x" cannot ${verb} resource "secrets"`,
        ] as const);
    if (disturbance === 'lost answer') return void response.destroy();
    respond(response, status, answer);
  }

  private work(
    verb: Call['verb'],
    name: string,
    secret: StoredSecret | undefined,
  ): readonly [number, StoredSecret | string] {
    const stored = this.secrets.get(name);
    if (verb === 'get') return stored === undefined ? [404, `secrets "${name}" not found`] : [200, stored];
    if (secret === undefined) return [400, 'the body is empty'];
    const problem = problemOf(secret, name);
    if (problem !== undefined) return [422, problem];
    if (verb === 'create') {
      if (stored !== undefined) return [409, `secrets "${name}" already exists`];
      if ('resourceVersion' in secret.metadata)
        return [400, 'resourceVersion should not be set on objects to be created'];
      return [201, this.store(secret)];
    }
    if (stored === undefined) return [404, `secrets "${name}" not found`];
    if (secret.metadata.resourceVersion !== stored.metadata.resourceVersion)
      return [409, `Operation cannot be fulfilled on secrets "${name}": the object has been modified`];
    if (secret.type !== stored.type) return [422, 'type: Invalid value: field is immutable'];
    return [200, JSON.stringify(secret) === JSON.stringify(stored) ? stored : this.store(secret)];
  }

  private store(secret: StoredSecret): StoredSecret {
    this.put(secret);
    return this.secrets.get(secret.metadata.name) ?? secret;
  }
}

/** The validation of the API, as far as it concerns what is written here. */
function problemOf(
  { metadata, type, data, ...rest }: StoredSecret & { readonly apiVersion?: string; readonly kind?: string },
  name: string,
): string | undefined {
  if (rest.apiVersion !== 'v1' || rest.kind !== 'Secret') return 'apiVersion and kind are required';
  if (metadata.name !== name) return 'the name of the object does not match the name on the URL';
  if (!/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/.test(name)) return 'metadata.name: Invalid value';
  for (const value of Object.values(metadata.labels ?? {}))
    if (!/^([A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?)?$/.test(value)) return 'metadata.labels: Invalid value';
  for (const key of Object.keys(metadata.annotations ?? {}))
    if (!/^([a-z0-9.-]{1,253}\/)?[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/.test(key))
      return 'metadata.annotations: Invalid value';
  for (const [key, value] of Object.entries(data))
    if (!/^[-._a-zA-Z0-9]{1,253}$/.test(key) || Buffer.from(value, 'base64').toString('base64') !== value)
      return 'data: Invalid value';
  if (type === 'kubernetes.io/tls' && !('tls.crt' in data && 'tls.key' in data)) return 'data[tls.crt]: Required value';
  return undefined;
}

function respond(response: ServerResponse, status: number, answer: StoredSecret | string): void {
  response.writeHead(status);
  const body =
    typeof answer === 'string' ? { kind: 'Status', status: 'Failure', message: answer, code: status } : answer;
  response.end(JSON.stringify(body));
}

function trickle(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}
