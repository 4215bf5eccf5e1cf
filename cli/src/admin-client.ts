import type { AdminAccess } from './config.js';
import { CommandError, UnansweredError } from './errors.js';

/**
 * Calls the admin API with JSON. Throws CommandError on a failure, and UnansweredError when the
 * service does not respond or cannot serve the call.
 */
export interface AdminClient {
  get<Answer>(path: string): Promise<Answer>;
  /** Reads all pages of a list. */
  list<Item>(path: string): Promise<Item[]>;
  /** Yields the pages of a list, each when it is asked for. */
  pages<Item>(path: string): AsyncGenerator<Item[]>;
  /**
   * Reads one page.
   * @param path below the API, or a link of another page
   */
  page<Item>(path: string, signal?: AbortSignal): Promise<Page<Item>>;
  /**
   * Reads lines of JSON while the service sends them. The response may last a day, but undici
   * allows at most 5 minutes between two chunks.
   */
  lines<Line>(path: string): AsyncGenerator<Line>;
  send<Answer>(method: 'POST' | 'PUT' | 'PATCH', path: string, body?: object): Promise<Answer>;
}

export interface Page<Item> {
  readonly items: Item[];
  /** Paths of other pages by their relation, such as `next`. */
  readonly links: Readonly<Record<string, string>>;
}

const BASE_PATH = '/admin/v1';
const TIMEOUT_MS = 60_000;
/** The deadline of a response in lines. */
const LINES_TIMEOUT_MS = 24 * 60 * 60 * 1_000;
/** A list of more pages fails, because its links probably form a loop. */
const MAX_PAGES = 10_000;

export function createAdminClient(access: AdminAccess, { maxPages = MAX_PAGES } = {}): AdminClient {
  const call = async (method: string, path: string, body?: object, signal?: AbortSignal): Promise<Response> => {
    const url = new URL(path.startsWith(BASE_PATH) ? path : BASE_PATH + path, access.url);
    const response = await request(url, method, access.token, body, { signal });
    if (!response.ok) throw await toCommandError(response, method, access);
    return response;
  };
  async function page<Item>(path: string, signal?: AbortSignal): Promise<Page<Item>> {
    const response = await call('GET', path, undefined, signal);
    return { items: (await readJson('GET', response)) as Item[], links: linksOf(response.headers.get('link')) };
  }
  async function* pages<Item>(path: string): AsyncGenerator<Item[]> {
    let next: string | undefined = path;
    for (let count = 0; next !== undefined; count += 1) {
      if (count === maxPages) throw new CommandError(`the admin API sent more than ${maxPages} pages of ${path}`);
      const { items, links }: Page<Item> = await page(next);
      yield items;
      next = links['next'];
    }
  }
  return {
    page,
    pages,
    async get<Answer>(path: string) {
      return (await readJson('GET', await call('GET', path))) as Answer;
    },
    async list<Item>(path: string) {
      const items: Item[] = [];
      for await (const each of pages<Item>(path)) for (const item of each) items.push(item);
      return items;
    },
    async *lines<Line>(path: string) {
      const url = new URL(BASE_PATH + path, access.url);
      const response = await request(url, 'GET', access.token, undefined, { timeoutMs: LINES_TIMEOUT_MS });
      if (!response.ok) throw await toCommandError(response, 'GET', access);
      for await (const text of textLines(response)) yield JSON.parse(text) as Line;
    },
    async send<Answer>(method: string, path: string, body?: object) {
      return (await readJson(method, await call(method, path, body))) as Answer;
    },
  };
}

async function request(
  url: URL,
  method: string,
  token: string,
  body: object | undefined,
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The token is only for this address.
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]),
    });
  } catch (error) {
    signal?.throwIfAborted();
    const isSent = mayBeSent(error);
    const problem = isSent ? 'closed the connection without a response' : 'does not respond; is the service running?';
    throw new UnansweredError(`the admin API at ${url.origin} ${problem}`, {
      mayBeDone: isSent && method !== 'GET',
      cause: error,
    });
  }
}

/** Failures to connect. The request was not sent. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Returns true when the request may have arrived: it timed out, or the connection broke. */
function mayBeSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError') return true;
  // fetch throws a generic error; the reason is its cause. Without a code, nothing was sent.
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && !NOT_CONNECTED.has(String(cause.code));
}

/** Reads the JSON of a successful response. The connection may still break before its end. */
async function readJson(method: string, response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new UnansweredError(
      `the admin API at ${new URL(response.url).origin} closed the connection within its response`,
      {
        mayBeDone: method !== 'GET',
        cause: error,
      },
    );
  }
}

/** Yields each line of a response as it arrives. Drops a last line without its end. */
async function* textLines({ body, url }: Response): AsyncGenerator<string> {
  if (body === null) return;
  let rest = '';
  try {
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw new UnansweredError(`the admin API at ${new URL(url).origin} closed the connection within its response`, {
      mayBeDone: false,
      cause: error,
    });
  }
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

async function toCommandError(response: Response, method: string, access: AdminAccess): Promise<CommandError> {
  if (response.status === 401)
    return new CommandError(`the admin API at ${new URL(access.url).origin} does not accept the token`);
  const problem = (await response.json().catch(() => ({}))) as Problem;
  const fields = Object.entries(problem.errors ?? {}).map(([name, messages]) => `${name}: ${messages.join(' ')}`);
  const message = [problem.detail ?? `the admin API responded with ${response.status}`, ...fields].join('\n  ');
  if (response.status < 500) return new CommandError(message);
  // The service's advice on a write is for callers of its API. The command gives its own advice.
  const isWrite = method !== 'GET';
  const failed = `the admin API at ${new URL(access.url).origin} responded with ${response.status} ${problem.code ?? ''}`;
  return new UnansweredError(isWrite ? failed.trimEnd() : message, { mayBeDone: isWrite });
}

const LINK = /<(\/[^>]*)>\s*;\s*rel="?([a-z]+)"?/g;

function linksOf(header: string | null): Record<string, string> {
  return Object.fromEntries([...(header ?? '').matchAll(LINK)].map(([, path = '', relation = '']) => [relation, path]));
}
