import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { problemKinds } from '@prospecting/openapi';
import { PROBLEM_CODES } from '@prospecting/openapi/vocabulary';
import { expect } from 'chai';
import * as everything from './index.js';
import { ApiError, Prospecting, ProspectingError } from './index.js';
import { VERSION } from './version.js';

const KEY = 'pd_live_AbCdEfGhIjKlMnOpQrStUvWxYz012345abcdef';
const REQUEST = { items: [{ domain: 'nordvik.example' }] };

function client(status: number, body: string, headers: Record<string, string> = {}): Prospecting {
  const fetch: typeof globalThis.fetch = async () => new Response(body, { status, headers });
  return new Prospecting({ apiKey: KEY, baseUrl: 'http://localhost', fetch, maxRetries: 0 });
}

async function failureOf(prospecting: Prospecting): Promise<ApiError> {
  const failure: unknown = await prospecting.matchOrganizations(REQUEST).catch((error: unknown) => error);
  expect(failure).to.be.instanceOf(ProspectingError);
  return failure as ApiError;
}

describe('the errors of the client', () => {
  for (const code of PROBLEM_CODES) {
    const { example, status } = problemKinds[code];
    const words = code.replace(/_error$/, '').split('_');
    const name = `${words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')}Error`;
    it(`has the class ${name} for ${code}, with every member of the problem`, async () => {
      const failure = await failureOf(client(status, JSON.stringify(example)));
      expect(everything).to.have.property(name);
      const Class = (everything as unknown as Record<string, new () => unknown>)[name]!;
      expect(failure).to.be.instanceOf(Class).and.instanceOf(ApiError);
      const { detail, retryable, traceId } = example;
      expect(failure).to.include({ name, status, code, detail, retryable, traceId });
      expect(failure.problem).to.deep.equal(example);
      expect(failure.message).to.include(detail).and.include(code).and.include(traceId);
      for (const member of problemKinds[code].members) {
        const value = (failure as unknown as Record<string, unknown>)[member];
        expect(value, member).to.deep.equal((example as unknown as Record<string, unknown>)[member]);
      }
    });
  }

  it('keeps an unknown code, as ApiError', async () => {
    for (const code of ['brand_new', 'constructor', '__proto__']) {
      const body = `{"status": 418, "code": "${code}", "retryable": false, "detail": "New.", "new": 1}`;
      const failure = await failureOf(client(418, body));
      expect(failure.constructor).to.equal(ApiError);
      expect(failure).to.include({ name: 'ApiError', status: 418, code, retryable: false, traceId: undefined });
      expect(failure.problem).to.include({ new: 1 });
    }
  });

  it('tolerates a problem without the members that every problem has', async () => {
    const failure = await failureOf(client(503, '{"code": "service_unavailable", "retryable": "yes"}'));
    expect(failure).to.include({ status: 503, retryable: true, detail: 'service_unavailable' });
    for (const header of ['soon', '-1', '']) {
      const limited = await failureOf(
        client(429, '{"code": "rate_limited", "retryAfterSeconds": 7}', { 'retry-after': header }),
      );
      expect(limited).to.include({ retryAfterSeconds: 7 });
    }
  });

  it('says unexpected_response for an error that does not come from the API, and shows nothing of it', async () => {
    for (const body of [
      '<html>Bad gateway</html>',
      '',
      'null',
      '[]',
      '{"error": "x"}',
      '{"code": 7}',
      '{"code": "a b"}',
    ]) {
      const failure = await failureOf(client(502, body));
      expect(failure).to.include({ status: 502, code: 'unexpected_response', retryable: true, problem: undefined });
      expect(inspect(failure)).not.to.include('Bad gateway');
    }
  });

  it('passes unknown fields and statuses of an answer through', async () => {
    const body = { results: [{ status: 'brand_new', extra: { a: 1 } }], creditsCharged: 0, extra: [1] };
    const answer: unknown = await client(200, JSON.stringify(body)).matchOrganizations(REQUEST);
    expect(answer).to.deep.equal(body);
  });
});

describe('the API key', () => {
  const shown = (value: unknown): string =>
    [
      inspect(value, { depth: Infinity, showHidden: true, getters: true }),
      String(value),
      JSON.stringify(value),
      JSON.stringify(Object.getOwnPropertyDescriptors(value)),
      value instanceof Error ? (value.stack ?? '') : '',
    ].join('\n');

  it('is in nothing that the client shows of itself', async () => {
    const prospecting = client(200, '{"results": [], "creditsQuoted": 1}');
    const parts = [
      prospecting,
      prospecting.quote,
      prospecting.inChunks,
      prospecting.state,
      prospecting.listContacts({ domain: 'nordvik.example' }),
      prospecting.inChunks.matchOrganizations(REQUEST),
      await prospecting.quote.revealContacts({ items: [{ contactId: 'c' }], infoTypes: ['email'] }),
    ];
    for (const part of parts) expect(shown(part)).not.to.include(KEY.slice(0, 20));
  });

  it('is in no error, even when a server repeats what it received', async () => {
    const problem = { code: 'new', title: KEY, detail: `Bearer ${KEY}`, errors: { [`x`]: [KEY] } };
    for (const body of [JSON.stringify(problem), KEY, JSON.stringify({ code: KEY }), `<p>${KEY}</p>`]) {
      expect(shown(await failureOf(client(500, body)))).not.to.include(KEY.slice(0, 20));
      expect(shown(await failureOf(client(200, `<p>${body}</p>`)))).not.to.include(KEY.slice(0, 20));
    }
  });

  it('is not in the error of a key that no header can carry', () => {
    for (const apiKey of [`${KEY}\n`, ` ${KEY}`, `${KEY}é`]) {
      let failure: unknown;
      try {
        new Prospecting({ apiKey, baseUrl: 'http://localhost' });
      } catch (error) {
        failure = error;
      }
      expect(failure).to.be.instanceOf(everything.ConfigurationError);
      expect(shown(failure)).not.to.include(KEY.slice(0, 20));
    }
  });
});

it('the version in the user agent of the client is that of its package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  expect(VERSION).to.equal(version);
});
