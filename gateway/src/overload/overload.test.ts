import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import { eventuallyEquals } from '@prospecting/platform/testing';
import { createRecordingBackends } from '#testing/backends.js';
import { openRawClient, statusesIn } from '#testing/raw-client.js';
import { openTestGateway, ROOMY, type Answer, type TestGateway, type TestKey } from '#testing/gateway.js';

const MATCH = '/organizations/match';
const LOOKUP = { items: [{ id: randomUUID() }] };
const REVEAL = { items: [{ contactId: randomUUID() }], infoTypes: ['email'], maxCredits: 10 };
/** One account gets 3 of them. */
const MAX_AT_WORK = 5;

describe('a gateway with as many requests at work as it may have', () => {
  let gateway: TestGateway;
  let busy: TestKey;
  let atWork: Promise<Answer>[];
  let open: () => void;
  let fill: () => Promise<void>;
  const backends = createRecordingBackends();

  before(async () => {
    const { matchOrganizations } = backends.search;
    let gate = Promise.resolve();
    open = () => {};
    const upstream = {
      ...backends,
      search: {
        ...backends.search,
        matchOrganizations: async (...args: Parameters<typeof matchOrganizations>) => {
          await gate;
          return matchOrganizations(...args);
        },
      },
    };
    gateway = await openTestGateway({ upstream, maxAtWork: MAX_AT_WORK });
    fill = async () => {
      gate = new Promise((resolve) => {
        open = resolve;
      });
      busy = await gateway.newKey();
      atWork = Array.from({ length: 3 }, () => busy.send('POST', MATCH, LOOKUP));
      await eventuallyEquals(() => requestsAtWork('batch'), 3);
      backends.calls.length = 0;
    };
  });
  beforeEach(() => fill());
  afterEach(async () => {
    open();
    for (const answer of await Promise.all(atWork)) expect(answer.status).to.equal(200);
    await eventuallyEquals(() => requestsAtWork('batch'), 0);
  });
  after(() => gateway.close());

  async function requestsAtWork(kind: string): Promise<number | undefined> {
    const metric = await gateway.registry.getSingleMetric('prospect_requests_at_work')?.get();
    return metric?.values.find(({ labels }) => labels['kind'] === kind)?.value;
  }

  it('[7] [8] [D requests.3] refuses a further one with 503, Retry-After and rate headers, and calls no backend', async () => {
    const answer = await busy.send('POST', MATCH, LOOKUP);
    expect(answer.status).to.equal(503);
    expect(answer.body).to.include({ code: 'service_unavailable', retryable: true });
    expect(answer.body).not.to.have.property('retryAfterSeconds');
    expect(answer.body.detail).to.match(/Nothing was revealed or charged\.$/);
    expect(answer.headers.get('retry-after')).to.equal('1');
    expect(answer.headers.get('ratelimit')).to.match(
      /"overall";r=99996;t=\d+, "search";r=99996;t=\d+, "spend";r=100000;/,
    );
    expect(answer.headers.has('ratelimit-policy')).to.equal(true);
    expect(answer.headers.get('connection')).to.equal('keep-alive');
    expect(backends.calls).to.deep.equal([]);
  });

  it('[D requests.1] refuses a spend before it claims its Idempotency-Key, and says that this try charged nothing', async () => {
    const headers = { 'Idempotency-Key': 'refused once' };
    const refused = await busy.send('POST', '/contacts/reveal', REVEAL, headers);
    expect(refused.status).to.equal(503);
    expect(refused.body.detail).to.match(/Nothing was revealed or charged by this try\.$/);
    expect(refused.headers.get('ratelimit')).to.match(/"spend";r=99999;/);
    expect(backends.calls).to.deep.equal([]);
    open();
    await Promise.all(atWork);
    const another = { ...REVEAL, maxCredits: 11 };
    const retried = await busy.send('POST', '/contacts/reveal', another, headers);
    expect([retried.status, retried.body['creditsCharged']]).to.deep.equal([200, 0.2]);
  });

  const spends: [string, string][] = [
    ['that reveals', JSON.stringify({ ...LOOKUP, reveal: ['details'], maxCredits: 1 })],
    [
      'whose field is written with escapes',
      JSON.stringify({ ...LOOKUP, reveal: ['details'] }).replace('rev', '\\u0072ev'),
    ],
  ];
  for (const [which, body] of spends) {
    it(`[8] [D requests.2] counts a refused match ${which} in "spend", too`, async () => {
      const answer = await busy.send('POST', MATCH, body);
      expect(answer.status).to.equal(503);
      expect(answer.headers.get('ratelimit')).to.match(/"spend";r=99999;/);
      expect(answer.body.detail).to.match(/by this try\.$/);
    });
  }

  it('[D requests.1] reports 429, 405, 404 and 403 as always', async () => {
    const limited = await gateway.newKey({}, { overall: 1 });
    await limited.send('GET', '/credits');
    expect((await limited.send('POST', MATCH, LOOKUP)).status).to.equal(429);
    expect((await busy.send('PUT', MATCH, LOOKUP)).status).to.equal(405);
    expect((await busy.send('GET', '/nowhere')).status).to.equal(404);
    const disabled = await gateway.newKey({ apiEnabled: false });
    expect((await disabled.send('POST', MATCH, LOOKUP)).status).to.equal(403);
  });

  it('[7] gives the trace id of the caller, and every header of a problem', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const answer = await busy.send('POST', MATCH, LOOKUP, headers);
    expect([answer.status, answer.body.traceId]).to.deep.equal([503, traceId]);
    expect(answer.body.type).to.match(/\/docs\/errors\/service_unavailable$/);
    expect(answer.headers.get('content-type')).to.equal('application/problem+json');
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(answer.headers.get('content-length')).to.equal(String(answer.text.length));
    const [first, second] = await Promise.all([1, 2].map(() => busy.send('POST', MATCH, LOOKUP)));
    expect(first?.body.traceId).to.match(/^[0-9a-f]{32}$/);
    expect(first?.body.traceId).not.to.equal(second?.body.traceId);
  });

  it('[D requests.1] reports 429 before 503 to the account that has its share', async () => {
    const limited = await gateway.newKey({}, { ...ROOMY, overall: 2 });
    const served = limited.send('POST', MATCH, LOOKUP);
    await eventuallyEquals(() => requestsAtWork('batch'), 4);
    expect((await limited.send('POST', MATCH, LOOKUP)).status).to.equal(503);
    const last = await limited.send('POST', MATCH, LOOKUP);
    expect([last.status, last.body.code]).to.deep.equal([429, 'rate_limited']);
    expect(last.headers.get('retry-after')).to.equal(String(last.body['retryAfterSeconds']));
    open();
    expect((await served).status).to.equal(200);
  });

  it('answers GET /credits, also to the account that has its share', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => busy.send('GET', '/credits')));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 10 }, () => 200));
  });

  it('serves an account that has nothing at work', async () => {
    const other = await gateway.newKey();
    const answer = await other.send('POST', '/people/match', {
      items: [{ linkedInUrl: 'linkedin.com/in/astrid-exempel' }],
    });
    expect(answer.status).to.equal(200);
  });

  it('keeps the connection of a refused request usable', async () => {
    const client = await openRawClient(Number(new URL(gateway.origin).port));
    const body = JSON.stringify(LOOKUP);
    const head = [
      `POST /external/v1${MATCH} HTTP/1.1`,
      'Host: a',
      `Authorization: ${busy.authorization}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ].join('\r\n');
    client.socket.write(`${head}\r\n\r\n${body}`.repeat(3));
    await eventuallyEquals(() => statusesIn(client.received()).join(), '503,503,503');
    client.socket.destroy();
  });

  it('gives the place of a request back whose client disconnects, when its work is over', async () => {
    const other = await gateway.newKey();
    const body = JSON.stringify(LOOKUP);
    const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
    await once(socket, 'connect');
    const head = `POST /external/v1${MATCH} HTTP/1.1\r\nHost: a\r\nAuthorization: ${other.authorization}\r\n`;
    socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await eventuallyEquals(() => requestsAtWork('batch'), 4);
    socket.destroy();
    expect((await other.send('POST', MATCH, LOOKUP)).status).to.equal(503);
    open();
    await eventuallyEquals(() => requestsAtWork('batch'), 0);
  });

  it('gives no place to a body that is still arriving', async () => {
    const other = await gateway.newKey();
    const client = await openRawClient(Number(new URL(gateway.origin).port));
    const head = `POST /external/v1${MATCH} HTTP/1.1\r\nHost: a\r\nAuthorization: ${other.authorization}\r\n`;
    client.socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"items"`);
    expect((await other.send('GET', '/credits')).status).to.equal(200);
    expect(await requestsAtWork('batch')).to.equal(3);
    client.socket.destroy();
  });

  it('counts refusals by reason, and logs no more than ten lines of them per second', async () => {
    const before = await refusals('share');
    const logged = gateway.lines.filter(isRefusal).length;
    await Promise.all(Array.from({ length: 40 }, () => busy.send('POST', MATCH, LOOKUP)));
    expect((await refusals('share')) - before).to.equal(40);
    expect(gateway.lines.filter(isRefusal).length - logged).to.be.at.most(30);
    expect(gateway.lines.filter((line) => line.includes('request failed'))).to.deep.equal([]);
    // The log of a key has every request.
    expect(gateway.logged.filter(({ keyId, status }) => keyId === busy.keyId && status === 503)).to.have.length(40);
  });

  async function refusals(reason: string): Promise<number> {
    const metric = await gateway.registry.getSingleMetric('prospect_requests_refused_total')?.get();
    const found = metric?.values.find(({ labels }) => labels['kind'] === 'batch' && labels['reason'] === reason);
    return found?.value ?? 0;
  }
});

function isRefusal(line: string): boolean {
  return line.includes('"status":503');
}
