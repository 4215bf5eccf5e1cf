import { expect } from 'chai';
import { ApiClient, toSearch } from './client.js';
import { ApiError } from './problem.js';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A client whose requests are answered by a list. An error in the list breaks the connection. */
function clientOf(answers: readonly (Response | Error)[]) {
  const sent: Sent[] = [];
  const pauses: number[] = [];
  let signedOut = 0;
  const left = [...answers];
  const client = new ApiClient({
    fetch: async (url, init = {}) => {
      sent.push({ url: typeof url === 'string' ? url : 'not text', init });
      const answer = left.shift();
      if (answer === undefined) throw new Error('the test has no answer left');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    pause: async (ms) => void pauses.push(ms),
    onSignedOut: () => (signedOut += 1),
  });
  return { client, sent, pauses, signedOut: () => signedOut };
}

const problem = (status: number, extra: object = {}): Response =>
  Response.json(
    { code: 'service_unavailable', title: 'Service unavailable', status, retryable: true, ...extra },
    { status },
  );

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ApiError);
  return error as ApiError;
}

describe('the client of the console', () => {
  it('repeats a read that failed in passing, after growing pauses', async () => {
    const { client, sent, pauses } = clientOf([problem(503), new Error('reset'), Response.json([1])]);
    expect(await client.get('/accounts')).to.deep.equal([1]);
    expect(sent.map(({ url }) => url)).to.deep.equal(Array(3).fill('/console/v1/accounts'));
    expect(pauses).to.have.length(2);
  });

  it('gives up a read after two more tries, with the last problem', async () => {
    const { client, sent } = clientOf([problem(503), problem(503), problem(503, { traceId: 'last' })]);
    const { problem: last, isOutcomeUnknown } = await failureOf(client.get('/accounts'));
    expect([last.traceId, isOutcomeUnknown, sent.length]).to.deep.equal(['last', false, 3]);
  });

  it('does not repeat a read that was refused, nor one that has to wait long', async () => {
    const refused = clientOf([problem(404, { code: 'not_found', retryable: false })]);
    await failureOf(refused.client.get('/accounts/1'));
    const limited = clientOf([problem(429, { code: 'rate_limited', retryAfterSeconds: 60 })]);
    await failureOf(limited.client.get('/accounts'));
    expect([refused.sent.length, limited.sent.length]).to.deep.equal([1, 1]);
  });

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    it(`never repeats a ${method}, and says that its outcome is unknown`, async () => {
      for (const answer of [problem(503), new Error('reset')]) {
        const { client, sent, pauses } = clientOf([answer, Response.json({})]);
        const failure = await failureOf(client.send(method, '/keys/1/roll', {}));
        expect([failure.isOutcomeUnknown, sent.length, pauses.length]).to.deep.equal([true, 1, 0]);
      }
    });
  }

  it('says that the outcome of a write is unknown when its answer breaks off', async () => {
    const { client } = clientOf([new Response('{"id": ', { status: 200 })]);
    expect((await failureOf(client.send('POST', '/accounts', {}))).isOutcomeUnknown).to.equal(true);
  });

  it('proves with the token of the session that a write comes from its pages', async () => {
    const { client, sent } = clientOf([Response.json({}), new Response(null, { status: 204 })]);
    client.csrfToken = 'token';
    await client.get('/session');
    expect(await client.send('POST', '/sign-out')).to.equal(undefined);
    expect(new Headers(sent[0]?.init.headers).has('x-csrf-token')).to.equal(false);
    expect(new Headers(sent[1]?.init.headers).get('x-csrf-token')).to.equal('token');
  });

  it('reports that nobody is signed in', async () => {
    const { client, signedOut } = clientOf([problem(401, { code: 'signed_out', retryable: false })]);
    await failureOf(client.get('/session'));
    expect(signedOut()).to.equal(1);
  });

  it('returns the position of the next page from the header Link', async () => {
    const link = '</console/v1/accounts/1/requests?status=4xx&after=a%2Bb>; rel="next"';
    const { client } = clientOf([Response.json([1], { headers: { link } }), Response.json([2])]);
    expect(await client.getPage('/accounts/1/requests')).to.deep.equal({ entries: [1], next: 'a+b' });
    expect(await client.getPage('/accounts/1/requests')).to.deep.equal({ entries: [2], next: undefined });
  });

  it('leaves empty parameters out of an address', () => {
    expect(toSearch({ from: '', after: undefined, limit: 1, path: '/a b' })).to.equal('?limit=1&path=%2Fa+b');
    expect(toSearch({})).to.equal('');
  });
});
