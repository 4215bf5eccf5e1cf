import type { AdminAccess } from './config.js';
import { CommandError, UnansweredError } from './errors.js';

/**
 * JSON calls to the gateway's admin API (gateway/src/admin/README.md). Failures are CommandErrors, and
 * UnansweredErrors where nobody answered or the service could not.
 */
export interface AdminClient {
  get<Answer>(path: string): Promise<Answer>;
  /** Follows the pages of an array to the last. */
  list<Item>(path: string): Promise<Item[]>;
  /** Lines of JSON as they come; they may go on for long, but none may take longer than undici's 5 minutes. */
  lines<Line>(path: string): AsyncGenerator<Line>;
  send<Answer>(method: 'POST' | 'PUT' | 'PATCH', path: string, body?: object): Promise<Answer>;
}

const BASE_PATH = '/admin/v1';
const TIMEOUT_MS = 60_000;
/** Of an answer in lines. */
const LINES_TIMEOUT_MS = 24 * 60 * 60 * 1_000;
/** A list that goes on beyond this is a fault of the server's. */
const MAX_PAGES = 10_000;

export function createAdminClient(access: AdminAccess): AdminClient {
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await request(new URL(path, access.url), method, access.token, body);
    if (!response.ok) throw await refusal(response, method, access);
    return response;
  };
  return {
    async get<Answer>(path: string) {
      return (await read('GET', await call('GET', BASE_PATH + path))) as Answer;
    },
    async list<Item>(path: string) {
      const items: Item[] = [];
      let next: string | undefined = BASE_PATH + path;
      for (let page = 0; next !== undefined && page < MAX_PAGES; page += 1) {
        const response = await call('GET', next);
        for (const item of (await read('GET', response)) as Item[]) items.push(item);
        next = nextPage(response.headers.get('link'));
      }
      return items;
    },
    async *lines<Line>(path: string) {
      const url = new URL(BASE_PATH + path, access.url);
      const response = await request(url, 'GET', access.token, undefined, LINES_TIMEOUT_MS);
      if (!response.ok) throw await refusal(response, 'GET', access);
      for await (const text of textLines(response)) yield JSON.parse(text) as Line;
    },
    async send<Answer>(method: string, path: string, body?: object) {
      return (await read(method, await call(method, BASE_PATH + path, body))) as Answer;
    },
  };
}

async function request(
  url: URL,
  method: string,
  token: string,
  body: object | undefined,
  timeoutMs = TIMEOUT_MS,
): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The token is for this address alone.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const arrived = brokeOff(error);
    const what = arrived ? 'broke off before it answered' : 'does not answer; is the service running?';
    throw new UnansweredError(`the admin API at ${url.origin} ${what}`, {
      mayBeDone: arrived && method !== 'GET',
      cause: error,
    });
  }
}

/** Failures to connect: the request was not sent. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The request may have arrived: it took too long, or the connection broke. */
function brokeOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError') return true;
  // What fetch throws says only that it failed; the reason is its cause. Without a code nothing was sent.
  const { cause } = error;
  return cause instanceof Error && 'code' in cause && !NOT_CONNECTED.has(String(cause.code));
}

/** The JSON of an answer. Its status says that it was done, and still it may break off. */
async function read(method: string, response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new UnansweredError(`the admin API at ${new URL(response.url).origin} broke off its answer`, {
      mayBeDone: method !== 'GET',
      cause: error,
    });
  }
}

/** The lines of a text, each at once. A last one that was cut off is none. */
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
    throw new CommandError(`the admin API at ${new URL(url).origin} broke off its answer`, { cause: error });
  }
}

interface Problem {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

async function refusal(response: Response, method: string, access: AdminAccess): Promise<CommandError> {
  if (response.status === 401)
    return new CommandError(`the admin API at ${new URL(access.url).origin} does not accept the token`);
  const problem = (await response.json().catch(() => ({}))) as Problem;
  const fields = Object.entries(problem.errors ?? {}).map(([name, messages]) => `${name}: ${messages.join(' ')}`);
  const message = [problem.detail ?? `the admin API answered ${response.status}`, ...fields].join('\n  ');
  if (response.status < 500) return new CommandError(message);
  // What the service advises on a write is for its API; a command advises in its own words.
  const isWrite = method !== 'GET';
  const failed = `the admin API at ${new URL(access.url).origin} answered ${response.status} ${problem.code ?? ''}`;
  return new UnansweredError(isWrite ? failed.trimEnd() : message, { mayBeDone: isWrite });
}

const NEXT = /<(\/[^>]*)>\s*;\s*rel="?next"?/;

function nextPage(link: string | null): string | undefined {
  return NEXT.exec(link ?? '')?.[1];
}
