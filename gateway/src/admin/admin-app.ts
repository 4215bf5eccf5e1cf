import Router from '@koa/router';
import type { Clock } from '@prospecting/platform/clock';
import { DomainError } from '@prospecting/platform/errors';
import type { Service } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import { startTraceparent, traceIdOf, type Logger } from '@prospecting/platform/telemetry';
import type { credits, reveal } from '@prospecting/protos';
import Koa, { type Middleware } from 'koa';
import { createAccounts } from '../accounts/index.js';
import { createKeyAdministration, type Authenticator } from '../api-keys/index.js';
import { renderProblem } from '../problems/index.js';
import type { AdminState } from './request.js';
import { accountRoutes } from './routes/accounts.js';
import { auditRoutes } from './routes/audit.js';
import { creditRoutes } from './routes/credits.js';
import { keyRoutes } from './routes/keys.js';
import { priceRoutes } from './routes/prices.js';
import { requireToken } from './token.js';

export interface AdminOptions {
  readonly token: string;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Base of the problems' types, without a slash at its end. */
  readonly docsUrl: string;
  /** Hears of changes at once; other gateways hear of them by notification. */
  readonly authenticator: Pick<Authenticator, 'forget'>;
  readonly creditsReader: Pick<
    Service<credits.CreditsReaderDefinition>,
    'getBalances' | 'listAccounts' | 'listEntries' | 'listReservations'
  >;
  readonly creditsLedger: Pick<Service<credits.CreditsLedgerDefinition>, 'grant' | 'subscribe'>;
  readonly revealAdmin: Service<reveal.RevealAdminDefinition>;
  readonly revealSpender: Pick<
    Service<reveal.RevealSpenderDefinition>,
    'listAttempts' | 'listOperations' | 'listReveals' | 'settleReservation'
  >;
  /** Longest silence of an audit that is under way. Default 10,000. */
  readonly auditPulseMs?: number;
}

const BASE_PATH = '/admin/v1';
const CALL_TIMEOUT_MS = 10_000;

/** The administrators' API as a Koa application; it listens nowhere by itself and answers every path. */
export function createAdminApp(options: AdminOptions): Koa {
  const { pool, clock } = options;
  const router = new Router<AdminState>({ prefix: BASE_PATH, strict: true, sensitive: true });
  const accounts = createAccounts({ pool, clock });
  const keys = createKeyAdministration({ pool, clock });
  accountRoutes(router, { ...options, accounts });
  creditRoutes(router, { ...options, accounts });
  auditRoutes(router, { ...options, accounts });
  keyRoutes(router, { ...options, accounts, keys });
  priceRoutes(router, options);

  const app = new Koa();
  app.on('error', (error: unknown) => options.logger.warn({ err: error }, 'admin response not sent'));
  app.use(answerProblems(options));
  app.use(requireToken(options.token));
  app.use(router.routes() as unknown as Middleware);
  app.use(refuseUnknown(router));
  return app;
}

/** Starts the trace and the deadline, and turns whatever is thrown into a problem. */
function answerProblems({ docsUrl, logger }: AdminOptions): Middleware {
  return async (context, next) => {
    const traceparent = startTraceparent(context.get('traceparent'));
    context.state = { call: { deadlineAt: Date.now() + CALL_TIMEOUT_MS, traceparent } } satisfies AdminState;
    const traceId = traceIdOf(traceparent);
    // Answers hold new keys.
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

function refuseUnknown(router: Router<AdminState>): Middleware {
  return (context) => {
    const methods = router.match(context.path, context.method).path.flatMap((layer) => layer.methods);
    if (methods.length === 0) throw new DomainError('not_found', { detail: 'There is no such path.' });
    throw new DomainError('method_not_allowed', { members: { allow: [...new Set(methods)].join(', ') } });
  };
}
