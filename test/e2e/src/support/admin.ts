import { expect } from 'chai';
import { exchange, type Answer } from './client.js';

/** The admin API of an installation, as the command `prospect` calls it. */
export interface Admin {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body?: unknown): Promise<Body>;
  patch<Body>(path: string, body: unknown): Promise<Body>;
  put<Body>(path: string, body: unknown): Promise<Body>;
  /** Returns the answer unchecked, also to a wrong token. */
  ask(method: string, path: string, body?: unknown, token?: string): Promise<Answer>;
}

/** Reads the request log of an API key. */
export interface LoggedRequest {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly items: number | null;
  readonly credits: number;
}

export function createAdmin(adminUrl: string, token: string): Admin {
  const ask: Admin['ask'] = (method, path, body, bearer = token) =>
    exchange(`${adminUrl}/admin/v1${path}`, { method, headers: { authorization: `Bearer ${bearer}` }, body });
  async function send<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const answer = await ask(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).to.be.within(200, 299);
    return answer.json as Body;
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    patch: (path, body) => send('PATCH', path, body),
    put: (path, body) => send('PUT', path, body),
    ask,
  };
}
