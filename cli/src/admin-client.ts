import type { AdminAccess } from './config.js';
import { CommandError } from './errors.js';

/** JSON calls to the gateway's admin API (gateway/src/admin/README.md). Failures are CommandErrors. */
export interface AdminClient {
  get<Answer>(path: string): Promise<Answer>;
  /** Follows the pages of an array to the last. */
  list<Item>(path: string): Promise<Item[]>;
  send<Answer>(method: 'POST' | 'PUT' | 'PATCH', path: string, body?: object): Promise<Answer>;
}

const BASE_PATH = '/admin/v1';
const TIMEOUT_MS = 60_000;
/** A list that goes on beyond this is a fault of the server's. */
const MAX_PAGES = 10_000;

export function createAdminClient(access: AdminAccess): AdminClient {
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const response = await request(new URL(path, access.url), method, access.token, body);
    if (!response.ok) throw await refusal(response, access);
    return response;
  };
  return {
    async get<Answer>(path: string) {
      return (await (await call('GET', BASE_PATH + path)).json()) as Answer;
    },
    async list<Item>(path: string) {
      const items: Item[] = [];
      let next: string | undefined = BASE_PATH + path;
      for (let page = 0; next !== undefined && page < MAX_PAGES; page += 1) {
        const response = await call('GET', next);
        for (const item of (await response.json()) as Item[]) items.push(item);
        next = nextPage(response.headers.get('link'));
      }
      return items;
    },
    async send<Answer>(method: string, path: string, body?: object) {
      return (await (await call(method, BASE_PATH + path, body)).json()) as Answer;
    },
  };
}

async function request(url: URL, method: string, token: string, body: object | undefined): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The token is for this address alone.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw new CommandError(`the admin API at ${url.origin} does not answer; is the service running?`, { cause: error });
  }
}

interface Problem {
  readonly detail?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

async function refusal(response: Response, access: AdminAccess): Promise<CommandError> {
  if (response.status === 401)
    return new CommandError(`the admin API at ${new URL(access.url).origin} does not accept the token`);
  const problem = (await response.json().catch(() => ({}))) as Problem;
  const fields = Object.entries(problem.errors ?? {}).map(([name, messages]) => `${name}: ${messages.join(' ')}`);
  return new CommandError([problem.detail ?? `the admin API answered ${response.status}`, ...fields].join('\n  '));
}

const NEXT = /<(\/[^>]*)>\s*;\s*rel="?next"?/;

function nextPage(link: string | null): string | undefined {
  return NEXT.exec(link ?? '')?.[1];
}
