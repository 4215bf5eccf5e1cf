import { type MoneyAfterFailure, renderProblem, type ResponseGuard } from '@prospecting/openapi';
import { toDomainError, type DomainError } from '@prospecting/platform/errors';
import { Counter, traceIdOf, type Logger, type Registry } from '@prospecting/platform/telemetry';
import { hasBody } from '@prospecting/platform/http';
import type { Exchange, ExchangeState, Middleware } from './exchange.js';
import type { LogSampler } from './log-sampler.js';

/** How answers are checked against the contract. */
export interface ResponseGuardOptions {
  /** Share of the answers that are checked, 0 to 1. */
  readonly ratio: number;
  /**
   * `throw` answers 500 instead of an answer that breaks the contract; `report` logs and counts it.
   */
  readonly onViolation: 'throw' | 'report';
}

export interface RespondOptions {
  readonly docsUrl: string;
  readonly logger: Logger;
  readonly check: Check;
  /** Bounds the log lines of requests without a valid key. */
  readonly strangers: LogSampler;
}

/**
 * Turns everything that later middleware throws into a problem, and checks JSON answers against the
 * contract.
 */
export function respond(options: RespondOptions): Middleware {
  const { check } = options;
  return async (ctx, next) => {
    ctx.set(ANSWER_HEADERS);
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
    // The parser would read the rest of an unread body as the next request.
    if (!ctx.req.complete && hasBody(ctx.req)) ctx.set('Connection', 'close');
  };
}

/** Answers contain personal data and are JSON for programs only. */
export const ANSWER_HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;
export const PROBLEM_TYPE = 'application/problem+json';

function writeProblem(ctx: Exchange, error: unknown, { docsUrl, logger, strangers }: RespondOptions): void {
  const { traceparent, key, isOverload } = ctx.state;
  const domainError = toDomainError(error);
  const { status, headers, problem } = renderProblem(domainError, {
    docsUrl,
    traceId: traceIdOf(traceparent),
    money: moneyAfter(domainError, ctx.state),
  });
  // Nothing failed in a request that was refused before any work.
  if (status >= 500 && !isOverload && (key !== undefined || strangers.admits())) {
    logger[domainError.code === 'internal_error' ? 'error' : 'warn'](
      { err: domainError, code: domainError.code, traceId: traceIdOf(traceparent), keyId: key?.keyId },
      'request failed',
    );
  }
  ctx.state.errorCode = domainError.code;
  ctx.state.payload = problem;
  ctx.status = status;
  ctx.set(headers);
  ctx.set('Content-Type', PROBLEM_TYPE);
  ctx.body = JSON.stringify(problem);
}

/**
 * Claims only what is proven. A failure during or after the movement of money may hide a spend that
 * took place.
 */
export function moneyAfter({ code }: DomainError, { intent, spend }: ExchangeState): MoneyAfterFailure {
  if (intent?.kind === 'free' || intent?.kind === 'quote') return 'untouched';
  if (spend !== undefined) return spend.abandon() ? 'untouched by this try' : 'open';
  // Without a spend no Idempotency-Key was claimed. An unavailable part did nothing; a bug may hide
  // a stored answer that was paid for.
  return code === 'internal_error' && intent !== undefined ? 'open' : 'untouched by this try';
}

export interface CheckOptions {
  readonly logger: Logger;
  readonly registry: Registry;
  readonly guard: ResponseGuard;
  readonly responseGuard: ResponseGuardOptions;
}

/** Checks an answer against the contract. Throws when a violation shall be answered with 500. */
export type Check = (answered: Pick<Exchange, 'state' | 'status'>) => void;

/** Creates what checks a share of all answers. */
export function createCheck({ guard, responseGuard, logger, registry }: CheckOptions): Check {
  const { ratio, onViolation } = responseGuard;
  const violations = new Counter({
    name: 'prospect_response_guard_violations_total',
    help: 'Checked answers that broke the contract.',
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
      { operation: operationId, status, violations: found, traceId: traceIdOf(state.traceparent) },
      'answer breaks the contract',
    );
  };
}
