import { nextAfter } from './link.js';
import { ApiError, noAnswer, problemOf } from './problem.js';

/** Values of query parameters. Undefined and empty ones are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

export interface Page<Entry> {
  readonly entries: readonly Entry[];
  /** Parameter `after` of the next page. Undefined on the last page. */
  readonly next: string | undefined;
}

export interface ClientOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Waits before a read is repeated. */
  readonly pause: (ms: number) => Promise<void>;
  /** Called when the service says that nobody is signed in. */
  readonly onSignedOut: () => void;
}

export const BASE_PATH = '/console/v1';

/** Reads are repeated this often. Writes never are: only the reader knows whether once more is right. */
const READ_RETRIES = 2;
const FIRST_PAUSE_MS = 400;
/** A longer wait is better explained than sat out. */
const LONGEST_PAUSE_MS = 5_000;
const TIMEOUT_MS = 30_000;

/** Calls the console's part of the admin API. */
export class ApiClient {
  /** Proves that a write comes from these pages. Known from the session on. */
  csrfToken: string | undefined;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  async get<Body>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Body> {
    const response = await this.#read(path, query, signal);
    return (await bodyOf(response, false)) as Body;
  }

  async getPage<Entry>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Page<Entry>> {
    const response = await this.#read(path, query, signal);
    const entries = (await bodyOf(response, false)) as readonly Entry[];
    return { entries, next: nextAfter(response.headers.get('link')) };
  }

  /** Makes a write, once. Throws `ApiError`, which says when its outcome is unknown. */
  async send<Body>(method: 'DELETE' | 'PATCH' | 'POST' | 'PUT', path: string, content?: object): Promise<Body> {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (content !== undefined) headers['content-type'] = 'application/json';
    if (this.csrfToken !== undefined) headers['x-csrf-token'] = this.csrfToken;
    const body = content === undefined ? {} : { body: JSON.stringify(content) };
    const response = await this.#fetch(BASE_PATH + path, { method, headers, ...body }, true);
    return (await this.#accept(response, true)) as Body;
  }

  async #read(path: string, query: Query, signal: AbortSignal | undefined): Promise<Response> {
    for (let retries = 0; ; retries += 1) {
      try {
        const init = { headers: { accept: 'application/json' }, ...(signal && { signal }) };
        const response = await this.#fetch(BASE_PATH + path + toSearch(query), init, false);
        if (!response.ok) await this.#accept(response, false);
        return response;
      } catch (error) {
        const pauseMs = pauseBeforeRetry(error, retries);
        if (pauseMs === undefined || signal?.aborted === true) throw error;
        await this.#options.pause(pauseMs);
      }
    }
  }

  async #fetch(url: string, init: RequestInit, isWrite: boolean): Promise<Response> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      return await this.#options.fetch(url, { ...init, signal, credentials: 'same-origin' });
    } catch (error) {
      // The page that asked has gone; this is no failure.
      if (init.signal?.aborted === true) throw error;
      throw new ApiError(noAnswer(isWrite), isWrite);
    }
  }

  async #accept(response: Response, isWrite: boolean): Promise<unknown> {
    if (response.ok) return bodyOf(response, isWrite);
    const problem = problemOf(response.status, await response.json().catch(() => undefined));
    if (response.status === 401) this.#options.onSignedOut();
    throw new ApiError(problem, isWrite);
  }
}

async function bodyOf(response: Response, isWrite: boolean): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return (await response.json()) as unknown;
  } catch {
    throw new ApiError(noAnswer(isWrite), isWrite);
  }
}

/** Returns how long to wait before a read is repeated. Undefined when repeating it does not help. */
function pauseBeforeRetry(error: unknown, retries: number): number | undefined {
  if (!(error instanceof ApiError) || !error.problem.retryable || retries >= READ_RETRIES) return undefined;
  const asked = (error.problem.retryAfterSeconds ?? 0) * 1_000;
  if (asked > LONGEST_PAUSE_MS) return undefined;
  return Math.max(asked, FIRST_PAUSE_MS * 2 ** retries * (0.5 + Math.random()));
}

export function toSearch(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
