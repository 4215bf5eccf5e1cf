import { expect } from 'chai';
import type { Example, Response } from './document.js';
import { contract, resolve } from './document.js';
import type { OperationId } from './operations.js';
import { operations } from './operations.js';
import { problemKinds } from './problems.js';
import { createResponseGuard } from './response-guard.js';
import { PROBLEM_CODES } from './vocabulary.js';

type Json = Record<string, unknown>;

const guard = createResponseGuard();

/** A copy of an example answer, to be spoilt. */
function answerOf(operationId: OperationId, name: string): Json {
  const { path, method } = operations[operationId];
  const operation = contract.paths[path]?.[method === 'GET' ? 'get' : 'post'];
  const response = resolve<Response>(operation?.responses['200'] ?? { $ref: '' });
  const example = response.content['application/json']?.examples[name];
  if (example === undefined) throw new Error(`${operationId} has no example ${name}`);
  return structuredClone(resolve<Example>(example).value) as Json;
}

function resultOf(answer: Json, index: number): Json {
  const result = (answer['results'] as Json[])[index];
  if (result === undefined) throw new Error(`no result ${index}`);
  return result;
}

/** Every object within a value, with the way to it. */
function objectsIn(value: unknown, way: string): [string, Json][] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, child]) => objectsIn(child, `${way}/${key}`));
  return Array.isArray(value) ? below : [[way, value as Json], ...below];
}

const ANSWERS: readonly (readonly [OperationId, readonly string[]])[] = [
  ['match_organizations', ['every_status', 'quoted', 'revealed']],
  ['match_organization_contacts', ['every_status', 'last_page']],
  ['match_organization_switchboards', ['every_status', 'revealed']],
  ['match_people', ['every_status', 'revealed']],
  ['reveal_contacts', ['every_status', 'quoted']],
  ['get_credits', ['balance', 'none']],
];

describe('the response guard: responses', () => {
  for (const [operationId, names] of ANSWERS) {
    it(`accepts every example of ${operationId}`, () => {
      for (const name of names) expect(guard(operationId, 200, answerOf(operationId, name)), name).to.deep.equal([]);
    });

    it(`rejects a field that the document does not list, at every depth of ${operationId}`, () => {
      for (const name of names) {
        const answer = answerOf(operationId, name);
        for (const [way, object] of objectsIn(answer, '')) {
          object['secretField'] = 'secret value';
          const violations = guard(operationId, 200, answer);
          expect(violations, `${name} ${way}`).to.include(`${way || '/'} additionalProperties secretField`);
          expect(violations.join()).to.not.contain('secret value');
          delete object['secretField'];
        }
      }
    });
  }

  it('rejects an unmasked value that is marked as masked', () => {
    for (const [field, value] of [
      ['email', 'astrid.exempel@nordvik-maskin.example'],
      ['phone', '+46701740605'],
    ] as const) {
      const people = answerOf('match_people', 'every_status');
      (resultOf(people, 0)['contact'] as Json)[field] = value;
      expect(guard('match_people', 200, people)).to.include(`/results/0/contact/${field} pattern`);
      const switchboards = answerOf('match_organization_switchboards', 'every_status');
      (resultOf(switchboards, 0)['switchboard'] as Json)[field] = value;
      const violations = guard('match_organization_switchboards', 200, switchboards);
      expect(violations).to.include(`/results/0/switchboard/${field} pattern`);
      expect(violations.join()).to.not.contain(value);
    }
  });

  it('[4.1.4] rejects a result with fields of another status', () => {
    const misplaced: readonly (readonly [OperationId, index: number, field: string, value: unknown])[] = [
      ['match_organizations', 1, 'reason', 'organization_not_found'],
      ['match_organizations', 1, 'creditCost', 0],
      ['match_people', 1, 'reveal', {}],
      ['match_people', 2, 'matchedBy', 'name'],
      ['reveal_contacts', 1, 'reason', 'person_not_found'],
    ];
    for (const [operationId, index, field, value] of misplaced) {
      const answer = answerOf(operationId, 'every_status');
      resultOf(answer, index)[field] = value;
      expect(guard(operationId, 200, answer)).to.deep.equal([`/results/${index} additionalProperties ${field}`]);
    }
  });

  it('rejects an unknown status, error, reason or matchedBy, and one of another operation', () => {
    const wrong: readonly (readonly [OperationId, index: number, field: string, value: string])[] = [
      ['match_organizations', 0, 'status', 'revealed'],
      ['match_organizations', 0, 'matchedBy', 'cursor'],
      ['match_people', 0, 'matchedBy', 'domain'],
      ['match_people', 2, 'reason', 'gone'],
      ['match_people', 3, 'error', 'broken'],
    ];
    for (const [operationId, index, field, value] of wrong) {
      const answer = answerOf(operationId, 'every_status');
      resultOf(answer, index)[field] = value;
      expect(guard(operationId, 200, answer), `${operationId} ${field} ${value}`).to.not.be.empty;
    }
  });

  it('[4.2.5] rejects a page without nextCursor and accepts a null nextCursor', () => {
    const answer = answerOf('match_organization_contacts', 'every_status');
    resultOf(answer, 0)['nextCursor'] = null;
    expect(guard('match_organization_contacts', 200, answer)).to.deep.equal([]);
    delete resultOf(answer, 0)['nextCursor'];
    expect(guard('match_organization_contacts', 200, answer)).to.deep.equal(['/results/0 required nextCursor']);
  });

  it('rejects an envelope without one of its fields, and null in any field but creditsRemaining', () => {
    for (const field of ['results', 'creditsCharged', 'creditsQuoted', 'creditsRemaining', 'dryRun']) {
      const answer = answerOf('match_people', 'every_status');
      delete answer[field];
      expect(guard('match_people', 200, answer)).to.deep.equal([`/ required ${field}`]);
      answer[field] = null;
      expect(guard('match_people', 200, answer).length, field).to.equal(field === 'creditsRemaining' ? 0 : 1);
    }
  });

  it('rejects an organization number in a form that is never shown', () => {
    const shownAs = (organizationNumber: string): readonly string[] => {
      const answer = answerOf('match_organizations', 'revealed');
      (resultOf(answer, 0)['organization'] as Json)['organizationNumber'] = organizationNumber;
      return guard('match_organizations', 200, answer);
    };
    for (const number of ['556012-3457', '010203-XXXX', '999999999', '99999999', '9999999-9']) {
      expect(shownAs(number), number).to.deep.equal([]);
    }
    for (const number of ['5560123457', '0102031234', '010203-1234', 'SE556012-3457', '999 999 999', '']) {
      expect(shownAs(number), number).to.not.be.empty;
    }
  });

  it('[2.2] rejects details of an organization with detailsRevealed false', () => {
    const answer = answerOf('match_organizations', 'revealed');
    const organization = resultOf(answer, 0)['organization'] as Json;
    expect(guard('match_organizations', 200, answer)).to.deep.equal([]);
    organization['detailsRevealed'] = false;
    expect(guard('match_organizations', 200, answer)).to.not.be.empty;
  });

  it('rejects a status that the operation does not declare, and a response of no operation', () => {
    expect(guard('get_credits', 201, answerOf('get_credits', 'none'))).to.deep.equal(['status 201 is not declared']);
    expect(guard('match_organization_contacts', 402, problemKinds.insufficient_credits.example)).to.deep.equal([
      'status 402 is not declared',
    ]);
    expect(guard(undefined, 200, {})).to.deep.equal(['status 200 is not declared']);
  });
});

describe('the response guard: problems', () => {
  for (const code of PROBLEM_CODES) {
    const { status, example, members } = problemKinds[code];

    it(`accepts ${code} as the document shows it`, () => {
      expect(guard('reveal_contacts', status, example)).to.deep.equal([]);
      expect(guard(undefined, status, example)).to.deep.equal([]);
    });

    it(`rejects ${code} with another status, title or retryable, or an extra field`, () => {
      const spoilt = { ...example, status: 418, title: 'Teapot', retryable: !example.retryable };
      expect(guard(undefined, status, spoilt)).to.deep.equal(
        ['status', 'title', 'retryable'].map((member) => `/${member} is not that of ${code}`),
      );
      expect(guard(undefined, status, { ...example, stack: 'at work' })).to.deep.equal([
        '/ additionalProperties stack',
      ]);
      const foreign = members.includes('maxItems') ? { maxCredits: 1 } : { maxItems: 25 };
      expect(guard(undefined, status, { ...example, ...foreign })).to.deep.equal([
        `/${Object.keys(foreign).join()} does not belong to ${code}`,
      ]);
    });

    it(`rejects ${code} without one of its fields`, () => {
      for (const member of Object.keys(example)) {
        const { [member]: _gone, ...rest } = example as unknown as Json;
        expect(guard(undefined, status, rest), member).to.deep.equal([
          members.includes(member) ? `/${member} is missing from ${code}` : `/ required ${member}`,
        ]);
      }
    });
  }

  it('rejects a code that the status or the operation does not declare', () => {
    const { example } = problemKinds.credit_cap_exceeded;
    expect(guard('match_organization_contacts', 422, example)).to.deep.equal(['/code is not declared for status 422']);
    expect(guard(undefined, 404, example)).to.deep.equal(['/code is not declared for status 404']);
  });

  it('accepts a 402 for an account without a credit subscription', () => {
    const problem = { ...problemKinds.insufficient_credits.example, creditsRemaining: null };
    expect(guard('match_people', 402, problem)).to.deep.equal([]);
  });

  it('rejects any value that is not an object', () => {
    for (const body of [undefined, null, '', 'x', 7, []]) {
      expect(guard('get_credits', 500, body)).to.deep.equal(['/ type']);
      expect(guard('get_credits', 200, body)).to.deep.equal(['/ type']);
    }
  });
});
