import { createServer, type Server } from 'node:http';
import Router from '@koa/router';
import { startTraceparent, traceIdOf } from '@prospecting/platform/telemetry';
import Koa, { type Context, type Middleware } from 'koa';
import { createAccounts } from '../accounts/accounts.js';
import { createKeyAdministration } from '../api-keys/key-administration.js';
import { SYSTEM_ACTOR } from '../changes/actor.js';
import { createTrail } from '../changes/trail.js';
import type { ConsoleDependencies } from '../dependencies.js';
import { rejectUnknownPath } from '../http/reject-unknown-path.js';
import type { AdminContext, AdminState } from '../http/request.js';
import { routesOf } from '../http/routes.js';
import { accountRoutes } from '../routes/accounts.js';
import { changeRoutes } from '../routes/changes.js';
import { creditRoutes } from '../routes/credits.js';
import { keyLogRoutes } from '../routes/key-log.js';
import { keyRoutes } from '../routes/keys.js';
import { priceRoutes } from '../routes/prices.js';
import { authorization } from './authorize.js';
import { ConsoleProblem, renderConsoleProblem } from './console-problem.js';
import { secretCookie } from './cookies.js';
import { openProvider } from './oidc/provider.js';
import { serveConsole } from './pages.js';
import { auditResultRoutes } from './routes/audit-result.js';
import { directoryRoutes } from './routes/directory.js';
import { ownedEmailRoutes } from './routes/owned-emails.js';
import { requestRoutes } from './routes/requests.js';
import { revealRoutes } from './routes/reveals.js';
import { spendingRoutes } from './routes/spending.js';
import { assertCsrfToken, assertSameOrigin } from './same-origin.js';
import { createSessions, type Session } from './sessions.js';
import { redirectUriOf, signInRoutes } from './sign-in.js';

const BASE_PATH = '/console/v1';
const CALL_TIMEOUT_MS = 10_000;

/** The settings of the console's listener. */
export interface ConsoleOptions {
  /** Its origin as people see it, without a slash at its end. https, or loopback. */
  readonly url: string;
  /** Base URL of the public API, without a slash at its end. Undefined: the pages show a placeholder. */
  readonly apiUrl: string | undefined;
  /** The built pages. */
  readonly folder: string;
  /** Proxies that add to X-Forwarded-For. */
  readonly trustedProxies: number;
  readonly oidc:
    | { readonly issuer: string; readonly clientId: string; readonly clientSecret: string; readonly name: string }
    | undefined;
}

/** Creates the server of the console: its pages, and what they call. It does not listen by itself. */
export function createConsoleServer(dependencies: ConsoleDependencies, options: ConsoleOptions): Server {
  const { logger } = dependencies;
  const app = new Koa();
  app.on('error', (error: unknown) => logger.warn({ err: error }, 'console response could not be sent'));
  const router = createRouter(dependencies, options);
  const pages = serveConsole(options.folder);
  app.use(answerProblems(dependencies, options));
  app.use(requireHost(options.url));
  app.use(async (context, next) => {
    if (context.path !== BASE_PATH && !context.path.startsWith(`${BASE_PATH}/`)) {
      await pages(context, next);
      return;
    }
    // Answers contain new keys, and what an account revealed.
    context.set('Cache-Control', 'no-store');
    assertSameOrigin(context, options.url);
    await (router.routes() as unknown as Middleware)(context, () =>
      Promise.resolve(rejectUnknownPath(router)(context, next)),
    );
  });
  const handle = app.callback();
  return createServer((request, response) => void handle(request, response));
}

function createRouter(dependencies: ConsoleDependencies, options: ConsoleOptions): Router<AdminState> {
  const { pool, clock, logger } = dependencies;
  const sessions = createSessions(pool);
  const sessionCookie = secretCookie({ name: 'prospect_console', isSecure: options.url.startsWith('https:') });
  const sessionOf = async (context: AdminContext): Promise<Session> => {
    const session = await sessions.find(sessionCookie.read(context));
    if (session === undefined) throw new ConsoleProblem('signed_out');
    assertCsrfToken(context, session.csrfToken);
    return session;
  };
  const accounts = createAccounts({ pool, clock });
  const keys = createKeyAdministration({ pool, clock });
  const parts = { ...dependencies, accounts, keys, trail: createTrail({ pool, logger }) };
  const router = new Router<AdminState>({ prefix: BASE_PATH, strict: true, sensitive: true });
  const routes = routesOf(router, authorization({ keys, sessionOf }));
  const redirectUri = redirectUriOf(options.url);
  signInRoutes(routes, {
    pool,
    logger,
    sessions,
    sessionCookie,
    consoleUrl: options.url,
    trustedProxies: options.trustedProxies,
    oidc: options.oidc && { name: options.oidc.name, provider: openProvider({ ...options.oidc, redirectUri }) },
    addresses: { apiUrl: options.apiUrl, docsUrl: dependencies.docsUrl },
  });
  accountRoutes(routes, parts);
  ownedEmailRoutes(routes, parts);
  creditRoutes(routes, parts);
  keyRoutes(routes, parts);
  keyLogRoutes(routes, parts);
  priceRoutes(routes, parts);
  changeRoutes(routes, parts);
  requestRoutes(routes, parts);
  spendingRoutes(routes, parts);
  revealRoutes(routes, parts);
  directoryRoutes(routes, { ...parts, appUrl: options.url });
  auditResultRoutes(routes, parts);
  return router;
}

function answerProblems({ docsUrl, logger }: ConsoleDependencies, { url }: ConsoleOptions): Middleware {
  return async (context, next) => {
    const traceparent = startTraceparent(context.get('traceparent'));
    // The actor of a request without a session changes nothing.
    const call = { deadlineAt: Date.now() + CALL_TIMEOUT_MS, traceparent };
    context.state = { call, actor: SYSTEM_ACTOR } satisfies AdminState;
    const traceId = traceIdOf(traceparent);
    context.set({ 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' });
    if (url.startsWith('https:')) context.set('Strict-Transport-Security', 'max-age=31536000');
    try {
      await next();
    } catch (error) {
      const { status, headers, problem, code } = renderConsoleProblem(error, { docsUrl, traceId });
      if (status >= 500) logger.error({ err: error, traceId, method: context.method, code }, 'console request failed');
      context.status = status;
      context.set({ ...headers, 'Cache-Control': 'no-store' });
      context.body = JSON.stringify(problem);
      context.type = 'application/problem+json';
    }
  };
}

/**
 * Sends readers at another address to the console's own, and rejects what changes something there:
 * cookies and one-time links belong to one address.
 */
function requireHost(url: string): Middleware {
  const { host } = new URL(url);
  return async (context: Context, next) => {
    if (context.get('Host').toLowerCase() === host) {
      await next();
      return;
    }
    const isPage = !context.path.startsWith('/console/') && (context.method === 'GET' || context.method === 'HEAD');
    if (!isPage || context.path.startsWith('//')) throw new ConsoleProblem('wrong_host');
    context.redirect(url + context.path + context.search);
  };
}
