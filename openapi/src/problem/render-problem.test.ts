import { createResponseGuard } from '../response-guard.js';
import { DomainError, ERROR_KINDS, type ErrorCode, type PublicMembers } from '@prospecting/platform/errors';
import { expect } from 'chai';
import type { MoneyAfterFailure } from './money-after-failure.js';
import { renderProblem } from './render-problem.js';

const context = { docsUrl: 'https://docs.example.com', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' };

/** What those who throw a code send along. */
const MEMBERS: Partial<Record<ErrorCode, PublicMembers>> = {
  validation_failed: { errors: { items: ['is required'] } },
  too_many_items: { maxItems: 25 },
  insufficient_credits: { creditsRequiredMillicredits: 2_400, creditsRemainingMillicredits: 1_600 },
  credit_cap_exceeded: { creditsRequiredMillicredits: 2_400, maxCredits: 1 },
  rate_limited: { retryAfterSeconds: 31 },
  idempotency_key_in_use: { retryAfterSeconds: 1 },
  method_not_allowed: { allow: 'POST' },
};

const render = (code: ErrorCode, members: PublicMembers = MEMBERS[code] ?? {}): ReturnType<typeof renderProblem> =>
  renderProblem(new DomainError(code, { detail: 'Said.', members }), context);

describe('renderProblem', () => {
  const guard = createResponseGuard();
  for (const code of Object.keys(ERROR_KINDS) as ErrorCode[]) {
    it(`[7] renders ${code} as the contract declares it`, () => {
      const { status, problem } = render(code);
      expect(guard(undefined, status, problem)).to.deep.equal([]);
      expect(problem).to.include({
        code,
        status,
        type: `https://docs.example.com/errors/${code}`,
        detail: 'Said.',
        traceId: context.traceId,
        retryable: ERROR_KINDS[code].retryable,
      });
    });
  }

  it('[7] retryable are exactly what a retry can mend', () => {
    const retryable = Object.keys(ERROR_KINDS).filter((code) => render(code as ErrorCode).problem.retryable);
    expect(retryable).to.have.members([
      'idempotency_key_in_use',
      'rate_limited',
      'internal_error',
      'service_unavailable',
    ]);
  });

  it('[7] [D requests.7] amounts are shown in credits', () => {
    const { problem } = render('insufficient_credits', {
      creditsRequiredMillicredits: 1_200,
      creditsRemainingMillicredits: 1,
    });
    expect(problem).to.include({ creditsRequired: 1.2, creditsRemaining: 0.001 });
  });

  it('a 402 of an account without a subscription has the balance null and no balance header', () => {
    const { problem, headers } = render('insufficient_credits', {
      creditsRequiredMillicredits: 200,
      creditsRemainingMillicredits: null,
    });
    expect(problem.creditsRemaining).to.equal(null);
    expect(headers).not.to.have.property('Service-Credits-Remaining');
    expect(render('insufficient_credits').headers).to.include({ 'Service-Credits-Remaining': '1.6' });
  });

  it('[7] says when to retry in the header of a 429 and a 409, and in the body of the 429 alone', () => {
    expect(render('rate_limited')).to.deep.include({ headers: { 'Retry-After': '31' } });
    expect(render('rate_limited').problem.retryAfterSeconds).to.equal(31);
    expect(render('idempotency_key_in_use')).to.deep.include({ headers: { 'Retry-After': '1' } });
    expect(render('idempotency_key_in_use').problem).not.to.have.property('retryAfterSeconds');
  });

  it('[D requests.3] a 405 names the methods, a 401 the scheme', () => {
    expect(render('method_not_allowed').headers).to.deep.equal({ Allow: 'POST' });
    expect(render('api_key_revoked').headers).to.deep.equal({ 'WWW-Authenticate': 'Bearer' });
  });

  describe('promises of the money', () => {
    const detailAfter = (code: ErrorCode, money: MoneyAfterFailure, detail = 'Said.'): string =>
      renderProblem(new DomainError(code, { detail }), { ...context, money }).problem.detail;

    it('[D money.4] nothing where it is not told what is certain', () => {
      for (const code of Object.keys(ERROR_KINDS)) expect(render(code as ErrorCode).problem.detail).to.equal('Said.');
    });

    for (const code of ['service_unavailable', 'internal_error'] as const) {
      it(`[D money.4] after ${code} no more than is certain`, () => {
        expect(detailAfter(code, 'untouched', 'Said')).to.equal('Said. Nothing was revealed or charged.');
        expect(detailAfter(code, 'untouched by this try')).to.equal(
          'Said. Nothing was revealed or charged by this try.',
        );
        expect(detailAfter(code, 'open')).to.match(
          /Retry with the same Idempotency-Key: it is charged once at most\.$/,
        );
        expect(detailAfter(code, 'open')).not.to.match(/Nothing/);
      });
    }

    it('[D money.1] that nothing was charged after a final refusal, however far the spend had come', () => {
      for (const code of ['insufficient_credits', 'credit_cap_exceeded'] as const)
        expect(detailAfter(code, 'open')).to.equal('Said. Nothing was revealed or charged.');
    });

    it('nothing after what is the fault of the request', () => {
      for (const code of ['validation_failed', 'idempotency_key_in_use', 'api_key_revoked', 'rate_limited'] as const)
        expect(detailAfter(code, 'open')).to.equal('Said.');
    });
  });

  const surprises: Record<string, unknown> = {
    'an Error': new TypeError('reading customer@example.se failed'),
    'a thrown string': 'customer@example.se',
    nothing: undefined,
    'the internal side of an expected failure': new DomainError('internal_error', { internal: 'customer@example.se' }),
  };
  for (const [what, thrown] of Object.entries(surprises)) {
    it(`[7] shows nothing of ${what}`, () => {
      const { status, problem } = renderProblem(thrown, context);
      expect(status).to.equal(500);
      expect(problem.code).to.equal('internal_error');
      expect(JSON.stringify(problem)).not.to.include('customer');
    });
  }
});
