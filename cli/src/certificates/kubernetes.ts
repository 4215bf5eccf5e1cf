import { request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '@prospecting/platform/timing';
import { CommandError } from '../errors.js';
import type { KubernetesAccess } from './config.js';

/** A Secret, as far as this command reads and writes it. `data` is base64. */
export interface Secret {
  readonly apiVersion?: 'v1';
  readonly kind?: 'Secret';
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly resourceVersion?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly [other: string]: unknown;
  };
  readonly type?: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly [other: string]: unknown;
}

/** Somebody else wrote the Secret between our read and our write. */
export class ConflictError extends CommandError {}

export interface Secrets {
  /** Returns undefined when there is none of the name. */
  get(name: string): Promise<Secret | undefined>;
  /** Throws ConflictError when there is one of the name. */
  create(secret: Secret): Promise<void>;
  /**
   * Throws ConflictError unless the Secret still has the `resourceVersion` that it was read with.
   */
  replace(secret: Secret): Promise<void>;
  /** The API's time, in milliseconds since 1970: every run goes by one clock. */
  now(): number;
  /** The latest time at which a write that starts now takes effect, by the API's clock. */
  writtenBy(): number;
}

export interface SecretsOptions {
  /** Milliseconds until one request fails. Default: 10,000. */
  readonly timeoutMs?: number;
  /** Milliseconds of the first pause before a repetition. Default: 500. */
  readonly firstPauseMs?: number;
}

type Verb = 'get' | 'create' | 'update';

interface Answer {
  readonly status: number;
  readonly body: string;
}

const METHODS = { get: 'GET', create: 'POST', update: 'PUT' } as const;
const MAX_TRIES = 6;
const MAX_PAUSE_MS = 5_000;
/** The API stores at most 1 MiB in a Secret. */
const MAX_ANSWER_BYTES = 4_194_304;
const TEMPORARY = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Connects to the Secrets of the pod's namespace. Every request ends within its time, and is
 * repeated a few times: reads change nothing, and a write that took effect without our knowledge
 * answers its repetition with a conflict.
 */
export function connectSecrets(
  access: KubernetesAccess,
  { timeoutMs = 10_000, firstPauseMs = 500 }: SecretsOptions = {},
): Secrets {
  const root = `/api/v1/namespaces/${encodeURIComponent(access.namespace)}/secrets`;
  let clockAheadMs = 0;

  async function call(verb: Verb, name: string, secret?: Secret): Promise<Answer> {
    const what = `${verb} of Secret ${access.namespace}/${name}`;
    const path = verb === 'create' ? root : `${root}/${encodeURIComponent(name)}`;
    for (let tries = 1; ; tries += 1) {
      const outcome = await send(access, METHODS[verb], path, { secret, timeoutMs }).catch(
        (error: unknown) => error as Error,
      );
      if (!(outcome instanceof Error)) {
        if (outcome.date !== undefined) clockAheadMs = outcome.date - Date.now();
        if (!TEMPORARY.has(outcome.status)) return outcome;
      }
      if (tries === MAX_TRIES) throw new CommandError(`${what} failed ${tries} times: ${reasonOf(outcome)}`);
      await pause(backoffMs({ firstMs: firstPauseMs, maxMs: MAX_PAUSE_MS }, tries - 1));
    }
  }

  async function write(verb: 'create' | 'update', secret: Secret): Promise<void> {
    const { name } = secret.metadata;
    const answer = await call(verb, name, secret);
    if (answer.status < 300) return;
    // A Secret that is gone is a change like any other.
    if (answer.status === 409 || (verb === 'update' && answer.status === 404))
      throw new ConflictError(`${verb} of Secret ${access.namespace}/${name} met another change`);
    throw refusal(verb, name, access.namespace, answer);
  }

  return {
    async get(name) {
      const answer = await call('get', name);
      if (answer.status === 404) return undefined;
      if (answer.status !== 200) throw refusal('get', name, access.namespace, answer);
      return parseSecret(answer.body, `${access.namespace}/${name}`);
    },
    create: (secret) => write('create', secret),
    replace: (secret) => write('update', secret),
    now: () => Date.now() + clockAheadMs,
    writtenBy: () => Date.now() + clockAheadMs + MAX_TRIES * (timeoutMs + MAX_PAUSE_MS),
  };
}

function send(
  { host, port, ca, token }: KubernetesAccess,
  method: string,
  path: string,
  { secret, timeoutMs }: { secret: Secret | undefined; timeoutMs: number },
): Promise<Answer & { readonly date?: number }> {
  return new Promise((resolve, reject) => {
    const body = secret === undefined ? undefined : JSON.stringify(secret);
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
      'user-agent': 'prospect-certificates',
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    // The whole exchange, not only silence: an API that sends a byte a second is down as well.
    const signal = AbortSignal.timeout(timeoutMs);
    const fail = (error: Error): void =>
      reject(signal.aborted ? new Error(`no answer within ${timeoutMs / 1000} s`) : error);
    const outgoing = request({ host, port, ca, method, path, headers, signal, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_ANSWER_BYTES) outgoing.destroy(new Error('the answer is too long'));
        else chunks.push(chunk);
      });
      response.on('error', fail);
      response.on('end', () => {
        const date = Date.parse(response.headers.date ?? '');
        resolve({
          status: response.statusCode ?? 0,
          body: Buffer.concat(chunks).toString(),
          ...(!Number.isNaN(date) && { date }),
        });
      });
    });
    outgoing.on('error', fail);
    outgoing.end(body);
  });
}

function refusal(verb: Verb, name: string, namespace: string, answer: Answer): CommandError {
  const what = `${verb} of Secret ${namespace}/${name} was refused with ${reasonOf(answer)}`;
  if (answer.status === 403)
    return new CommandError(
      `${what}\n  The service account of this pod needs the right to ${verb} secrets in namespace ${namespace}: grant it with a Role and a RoleBinding.`,
    );
  if (answer.status === 401)
    return new CommandError(`${what}\n  The API does not accept the service account token of this pod.`);
  return new CommandError(what);
}

/**
 * Describes an answer without its content, which may hold a key. Only the API's own sentence is
 * kept.
 */
function reasonOf(outcome: Answer | Error): string {
  if (outcome instanceof Error) return outcome.message;
  const { message } = parseObject(outcome.body);
  return typeof message === 'string'
    ? `status ${outcome.status} (${message.slice(0, 300)})`
    : `status ${outcome.status}`;
}

function parseSecret(body: string, what: string): Secret {
  const secret = parseObject(body);
  if (typeof secret['metadata'] === 'object' && secret['metadata'] !== null) return secret as Secret;
  throw new CommandError(
    `get of Secret ${what} brought something that is no Secret; is KUBERNETES_SERVICE_HOST right?`,
  );
}

function parseObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
