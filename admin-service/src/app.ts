import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import { renderProblem } from '@prospecting/openapi';
import { startTraceparent, traceIdOf } from '@prospecting/platform/telemetry';
import Koa, { type Middleware } from 'koa';
import { createAccounts } from './accounts/accounts.js';
import { TOKEN_ACTOR } from './changes/actor.js';
import { createTrail } from './changes/trail.js';
import { createAuditRecords } from './audit/audit-records.js';
import { createSessions } from './console/sessions.js';
import { createConsoleUsers } from './console/users.js';
import { createKeyAdministration } from './api-keys/key-administration.js';
import type { AdminDependencies } from './dependencies.js';
import { rejectUnknownPath } from './http/reject-unknown-path.js';
import type { AdminState } from './http/request.js';
import { routesOf } from './http/routes.js';
import { requireToken } from './http/token.js';
import { accountRoutes } from './routes/accounts.js';
import { auditRoutes } from './routes/audit.js';
import { changeRoutes } from './routes/changes.js';
import { consoleRoutes } from './routes/console.js';
import { erasureRoutes } from './routes/erasures.js';
import { creditRoutes } from './routes/credits.js';
import { keyLogRoutes } from './routes/key-log.js';
import { keyRoutes } from './routes/keys.js';
import { priceRoutes } from './routes/prices.js';

const BASE_PATH = '/admin/v1';
const CALL_TIMEOUT_MS = 10_000;

/** The admin API. It answers every path and does not listen by itself. */
export interface AdminApp {
  readonly handle: RequestListener;
  /** Ends the audits under way, which may take minutes, as failed. */
  readonly stopAudits: () => void;
}

export function createAdminApp(dependencies: AdminDependencies): AdminApp {
  const { pool, clock, tokens, logger } = dependencies;
  const router = new Router<AdminState>({ prefix: BASE_PATH, strict: true, sensitive: true });
  const accounts = createAccounts({ pool, clock });
  const keys = createKeyAdministration({ pool, clock });
  const trail = createTrail({ pool, logger });
  const routes = routesOf(router);
  accountRoutes(routes, { ...dependencies, accounts, trail });
  creditRoutes(routes, { ...dependencies, accounts, trail });
  const stopping = new AbortController();
  const auditRecords = createAuditRecords(pool);
  auditRoutes(routes, { ...dependencies, accounts, trail, auditRecords, stopping: stopping.signal });
  keyRoutes(routes, { accounts, keys });
  keyLogRoutes(routes, { ...dependencies, keys });
  priceRoutes(routes, { ...dependencies, trail });
  changeRoutes(routes, { trail, accounts });
  const { consoleUrl } = dependencies;
  consoleRoutes(routes, { users: createConsoleUsers(pool), sessions: createSessions(pool), consoleUrl });
  erasureRoutes(routes, { ...dependencies, accounts });

  const app = new Koa();
  app.on('error', (error: unknown) => logger.warn({ err: error }, 'admin response could not be sent'));
  app.use(renderProblems(dependencies));
  app.use(requireToken(tokens));
  app.use(router.routes() as unknown as Middleware);
  app.use(rejectUnknownPath(router));
  const handle = app.callback();
  return { handle: (request, response) => void handle(request, response), stopAudits: () => stopping.abort() };
}

/** Starts the trace and the deadline of a request, and renders thrown errors as problems. */
function renderProblems({ docsUrl, logger }: AdminDependencies): Middleware {
  return async (context, next) => {
    const traceparent = startTraceparent(context.get('traceparent'));
    context.state = {
      call: { deadlineAt: Date.now() + CALL_TIMEOUT_MS, traceparent },
      actor: TOKEN_ACTOR,
    } satisfies AdminState;
    const traceId = traceIdOf(traceparent);
    // Answers can contain new keys.
    context.set('Cache-Control', 'no-store');
    try {
      await next();
    } catch (error) {
      const { status, headers, problem } = renderProblem(error, { docsUrl, traceId });
      if (status >= 500)
        logger.error({ err: error, traceId, method: context.method, code: problem.code }, 'admin request failed');
      context.status = status;
      context.set({ ...headers });
      context.body = JSON.stringify(problem);
      context.type = 'application/problem+json';
    }
  };
}
