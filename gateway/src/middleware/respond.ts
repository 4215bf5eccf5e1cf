import type { ResponseGuard } from '@prospecting/openapi';
import { toDomainError, type DomainError } from '@prospecting/platform/errors';
import { Counter, traceIdOf, type Logger, type Registry } from '@prospecting/platform/telemetry';
import { hasBody } from '../http/request-body.js';
import { renderProblem, type MoneyAfterFailure } from '../problems/index.js';
import type { Exchange, ExchangeState, Middleware } from './exchange.js';

/** How answers are held against the contract. */
export interface ResponseGuardOptions {
  /** Share of the answers that are checked, 0 to 1. */
  readonly ratio: number;
  /** `throw` answers 500 in place of what breaks the contract, `report` logs and counts it. */
  readonly onViolation: 'throw' | 'report';
}

export interface RespondOptions {
  readonly docsUrl: string;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly guard: ResponseGuard;
  readonly responseGuard: ResponseGuardOptions;
}

/** Turns whatever is thrown further in into a problem, and holds every JSON answer against the contract. */
export function respond(options: RespondOptions): Middleware {
  const check = createCheck(options);
  return async (ctx, next) => {
    // Answers hold personal data, and are nothing but JSON for programs.
    ctx.set('Cache-Control', 'no-store');
    ctx.set('X-Content-Type-Options', 'nosniff');
    try {
      await next();
    } catch (error) {
      writeProblem(ctx, error, options);
    }
    try {
      check(ctx);
    } catch (error) {
      writeProblem(ctx, error, options);
    }
    // What is left of a body that was not read would be taken for the next request.
    if (!ctx.req.complete && hasBody(ctx.req)) ctx.set('Connection', 'close');
  };
}

function writeProblem(ctx: Exchange, error: unknown, { docsUrl, logger }: RespondOptions): void {
  const { traceparent, key } = ctx.state;
  const domainError = toDomainError(error);
  const { status, headers, problem } = renderProblem(domainError, {
    docsUrl,
    traceId: traceIdOf(traceparent),
    money: moneyAfter(domainError, ctx.state),
  });
  if (status >= 500) {
    logger[domainError.code === 'internal_error' ? 'error' : 'warn'](
      { err: domainError, code: domainError.code, traceparent, keyId: key?.keyId },
      'request failed',
    );
  }
  ctx.state.errorCode = domainError.code;
  ctx.state.payload = problem;
  ctx.status = status;
  ctx.set(headers);
  ctx.set('Content-Type', 'application/problem+json');
  ctx.body = JSON.stringify(problem);
}

/** Claims no more than is proven: a failure on the way, or after the money moved, may hide a spend that was carried out. */
function moneyAfter({ code }: DomainError, { intent, spend }: ExchangeState): MoneyAfterFailure {
  if (intent?.kind === 'free' || intent?.kind === 'quote') return 'untouched';
  if (spend !== undefined) return spend.giveUp() ? 'untouched by this try' : 'open';
  // Without a spend no key was held. What cannot answer did nothing; a bug may hide a stored answer that was paid for.
  return code === 'internal_error' && intent !== undefined ? 'open' : 'untouched by this try';
}

function createCheck({ guard, responseGuard, logger, registry }: RespondOptions): (ctx: Exchange) => void {
  const { ratio, onViolation } = responseGuard;
  const violations = new Counter({
    name: 'prospect_response_guard_violations_total',
    help: 'Answers that broke the contract, of those that were checked.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });
  let due = 0;
  return ({ state, status }) => {
    if (state.payload === undefined) return;
    due += ratio;
    if (due < 1) return;
    due -= 1;
    const operationId = state.operation?.operationId;
    const found = guard(operationId, status, state.payload);
    if (found.length === 0) return;
    violations.inc({ operation: operationId ?? 'none', status: String(status) });
    if (onViolation === 'throw') throw new Error(`the answer breaks the contract: ${found.join('; ')}`);
    logger.error(
      { operation: operationId, status, violations: found, traceparent: state.traceparent },
      'answer breaks the contract',
    );
  };
}
