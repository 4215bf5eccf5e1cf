import { toDomainError, type DomainError, type PublicMembers } from '@prospecting/platform/errors';
import type { Problem } from '../generated/api.js';
import { toCredits } from '@prospecting/platform/amounts';
import { detailOf, type MoneyAfterFailure } from './money-after-failure.js';

/** An error as it is answered: the only place where one becomes a body. */
export interface RenderedProblem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly problem: Problem;
}

export interface ProblemContext {
  /** Without a slash at its end. */
  readonly docsUrl: string;
  readonly traceId: string;
  /** Left out: the problem says nothing of it. */
  readonly money?: MoneyAfterFailure;
}

/**
 * Turns anything thrown into an RFC 9457 problem. What is not an expected failure shows nothing of
 * itself.
 */
export function renderProblem(error: unknown, { docsUrl, traceId, money }: ProblemContext): RenderedProblem {
  const domainError = toDomainError(error);
  const { code, kind, members } = domainError;
  return {
    status: kind.httpStatus,
    headers: headersOf(domainError),
    problem: {
      type: `${docsUrl}/errors/${code}`,
      title: kind.title,
      status: kind.httpStatus,
      detail: detailOf(domainError, money),
      code,
      retryable: kind.retryable,
      traceId,
      ...shownMembers(code, members),
    },
  };
}

function shownMembers(code: DomainError['code'], members: PublicMembers): Partial<Problem> {
  const { errors, creditsRequiredMillicredits, creditsRemainingMillicredits, maxCredits, maxItems, retryAfterSeconds } =
    members;
  return {
    ...(errors !== undefined && { errors: errors as Record<string, string[]> }),
    ...(creditsRequiredMillicredits !== undefined && { creditsRequired: toCredits(creditsRequiredMillicredits) }),
    ...(creditsRemainingMillicredits !== undefined && {
      creditsRemaining: creditsRemainingMillicredits === null ? null : toCredits(creditsRemainingMillicredits),
    }),
    ...(maxCredits !== undefined && { maxCredits }),
    ...(maxItems !== undefined && { maxItems }),
    // A 409 says when to retry in its header alone.
    ...(code === 'rate_limited' && retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
}

function headersOf({ code, kind, members }: DomainError): Record<string, string> {
  const { allow, creditsRemainingMillicredits, retryAfterSeconds } = members;
  return {
    ...(allow !== undefined && { Allow: allow }),
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(code === 'insufficient_credits' &&
      typeof creditsRemainingMillicredits === 'number' && {
        'Service-Credits-Remaining': String(toCredits(creditsRemainingMillicredits)),
      }),
    // RFC 9110, 11.6.1: a 401 names the scheme that it wants.
    ...(kind.httpStatus === 401 && { 'WWW-Authenticate': 'Bearer' }),
  };
}
