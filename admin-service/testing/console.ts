import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@prospecting/platform/ports';
import { listen, type Listener } from '@prospecting/platform/telemetry';
import { TOKEN_ACTOR } from '#src/changes/actor.js';
import { createConsoleServer, type ConsoleOptions } from '#src/console/app.js';
import { createSessions, type Sessions } from '#src/console/sessions.js';
import { createConsoleUsers, type ConsoleUser, type ConsoleUsers } from '#src/console/users.js';
import { openTestAccounts, type TestAccounts } from './accounts.js';
import { recording, untouched, type Recorded } from './routes.js';

export interface ConsoleAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined when the answer is not JSON. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Somebody who is signed in. */
export interface Person {
  readonly user: ConsoleUser;
  readonly cookie: string;
  readonly csrfToken: string;
}

export interface AskOptions {
  readonly as?: Person | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The console on a real database, with recorded answers of the other services. */
export interface TestConsole {
  readonly accounts: TestAccounts;
  readonly upstream: Recorded;
  readonly users: ConsoleUsers;
  readonly sessions: Sessions;
  /** Its origin. */
  readonly url: string;
  /** Sends a request as a page of the console does, without following redirects. */
  ask(method: string, path: string, options?: AskOptions): Promise<ConsoleAnswer>;
  /** Adds a user: an admin of the account, or an operator. */
  invite(accountId?: string | null, email?: string): Promise<ConsoleUser>;
  /** Adds a user and signs in by a one-time link. */
  signIn(accountId?: string | null): Promise<Person>;
  close(): Promise<void>;
}

export const PAGE = '<!doctype html><title>Console</title><script type="module" src="/assets/app-4f2a.js"></script>';

/** For tests: starts a console. Its address is loopback unless `options` has another. */
export async function openTestConsole(options: Partial<ConsoleOptions> = {}): Promise<TestConsole> {
  const accounts = await openTestAccounts();
  const folder = mkdtempSync(path.join(tmpdir(), 'prospect-console-'));
  mkdirSync(path.join(folder, 'assets'));
  writeFileSync(path.join(folder, 'index.html'), PAGE);
  writeFileSync(path.join(folder, 'assets', 'app-4f2a.js'), `/* ${'pages '.repeat(500)} */`);
  const upstream = untouched();
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const url = options.url ?? address;
  const { pool, clock, logger } = accounts;
  const server = createConsoleServer(
    {
      tokens: [],
      pool,
      clock,
      logger,
      docsUrl: 'https://docs.example.com',
      requestLogPool: pool,
      ...recording(upstream),
    },
    { folder, trustedProxies: 0, oidc: undefined, apiUrl: undefined, ...options, url },
  );
  const listener: Listener = await listen(server, '127.0.0.1', port);
  const users = createConsoleUsers(pool);
  const sessions = createSessions(pool);
  const { host } = new URL(url);

  const ask: TestConsole['ask'] = async (method, resource, { as: person, body, headers = {} } = {}) => {
    const isWrite = method !== 'GET' && method !== 'HEAD';
    const response = await fetchFrom(address, resource, {
      method,
      redirect: 'manual',
      headers: {
        host,
        ...(person !== undefined && { cookie: person.cookie }),
        ...(person !== undefined && isWrite && { 'x-csrf-token': person.csrfToken }),
        ...(isWrite && { origin: url, 'sec-fetch-site': 'same-origin' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? (JSON.parse(text) as Record<string, unknown>) : undefined,
    };
  };
  let invited = 0;
  const invite: TestConsole['invite'] = (accountId = null, email = `person${(invited += 1)}@example.com`) => {
    const role = accountId === null ? 'operator' : 'admin';
    return users.add({ email, name: `Person ${invited}`, role, accountId }, TOKEN_ACTOR);
  };
  return {
    accounts,
    upstream,
    users,
    sessions,
    url,
    ask,
    invite,
    async signIn(accountId = null) {
      const user = await invite(accountId);
      const { token } = await sessions.makeLink(user, TOKEN_ACTOR);
      const answer = await ask('POST', '/console/v1/sign-in/link', { body: { token } });
      const cookie = (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
      return { user, cookie, csrfToken: String(answer.body?.['csrfToken']) };
    },
    async close() {
      await listener.close();
      rmSync(folder, { recursive: true });
      await accounts.close();
    },
  };
}

/** `fetch` of a browser does not let its caller choose the header Host; this one does. */
async function fetchFrom(
  address: string,
  resource: string,
  init: RequestInit & { headers: Record<string, string> },
): Promise<Response> {
  const { method = 'GET', headers, body } = init;
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const sent = request({ hostname, port, path: resource, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const found = new Headers();
        for (let index = 0; index < response.rawHeaders.length; index += 2)
          found.append(response.rawHeaders[index] ?? '', response.rawHeaders[index + 1] ?? '');
        const status = response.statusCode ?? 0;
        const isEmpty = status === 204 || status === 304;
        resolve(new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers: found }));
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    if (typeof body === 'string') sent.setHeader('content-length', Buffer.byteLength(body));
    sent.end(typeof body === 'string' ? body : undefined);
  });
}
