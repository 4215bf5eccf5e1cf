import { expect } from 'chai';
import { isProblemCode, problemKinds, SPECIAL_MEMBERS } from './problems.js';
import { PROBLEM_CODES } from './vocabulary.js';

/** Section 7 of the external API, and the further codes of the decisions. */
const CATALOGUE: readonly (readonly [status: number, code: string, retryable: boolean, ...members: string[]])[] = [
  [400, 'idempotency_key_required', false],
  [401, 'invalid_api_key', false],
  [401, 'api_key_revoked', false],
  [401, 'api_key_expired', false],
  [402, 'insufficient_credits', false, 'creditsRequired', 'creditsRemaining'],
  [403, 'feature_not_enabled', false],
  [404, 'not_found', false],
  [405, 'method_not_allowed', false],
  [409, 'idempotency_key_in_use', true],
  [413, 'payload_too_large', false],
  [415, 'unsupported_media_type', false],
  [422, 'idempotency_key_reused', false],
  [422, 'validation_failed', false, 'errors'],
  [422, 'too_many_items', false, 'maxItems'],
  [422, 'credit_cap_exceeded', false, 'creditsRequired', 'maxCredits'],
  [429, 'rate_limited', true, 'retryAfterSeconds'],
  [500, 'internal_error', true],
  [503, 'service_unavailable', true],
];

describe('the problems', () => {
  it('[5.7] [D requests.3] are those of the specification, with status, retryable and members', () => {
    const kinds = PROBLEM_CODES.map((code) => problemKinds[code]);
    const listed = kinds.map(({ status, code, retryable, members }) => [status, code, retryable, ...members]);
    expect(listed).to.deep.equal(CATALOGUE);
  });

  for (const code of PROBLEM_CODES) {
    it(`${code} explains what happened and what to do, and its type ends in its code`, () => {
      const { example, whatHappened, whatToDo } = problemKinds[code];
      expect(example.code).to.equal(code);
      expect(example.type).to.match(new RegExp(`^https://[^/]+/errors/${code}$`));
      expect(whatHappened).to.match(/^[A-Z].+\.$/);
      expect(whatToDo.trim()).to.match(/^[A-Z][^]+[.)]$/);
    });
  }

  it('list the members that only some problems carry', () => {
    expect(SPECIAL_MEMBERS).to.deep.equal([
      'errors',
      'creditsRequired',
      'creditsRemaining',
      'maxCredits',
      'maxItems',
      'retryAfterSeconds',
    ]);
  });

  it('distinguish a code from any other value', () => {
    expect(isProblemCode('rate_limited')).to.equal(true);
    for (const other of ['toString', '__proto__', '', 'Rate_limited', 7, undefined])
      expect(isProblemCode(other)).to.equal(false);
  });
});
