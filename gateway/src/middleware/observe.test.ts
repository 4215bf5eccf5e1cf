import { expect } from 'chai';
import { eventuallyEquals } from '@prospecting/platform/testing';
import { CONTACT, MASKED } from '#testing/backends.js';
import { openTestGateway, send, type TestGateway, type TestKey } from '#testing/gateway.js';

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE_ID}-00f067aa0ba902b7-01`;
const PEOPLE = '/people/match';

describe('the record of a request', () => {
  let gateway: TestGateway;
  let key: TestKey;

  before(async () => {
    gateway = await openTestGateway();
    key = await gateway.newKey();
  });
  after(() => gateway.close());
  beforeEach(() => {
    gateway.logged.length = 0;
    gateway.lines.length = 0;
  });

  it('[7] of a problem has the trace id of the request, or a new one when none or a malformed one was sent', async () => {
    const continued = await key.send('GET', '/nowhere', undefined, { traceparent: TRACEPARENT });
    expect(continued.body.traceId).to.equal(TRACE_ID);
    for (const traceparent of ['', 'rubbish', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`]) {
      const { body } = await key.send('GET', '/nowhere', undefined, { traceparent });
      expect(body.traceId)
        .to.match(/^[0-9a-f]{32}$/)
        .and.not.match(/^0+$/);
    }
  });

  it('[2.6] a request with a valid key is in the log of that key with method, path, status, items and credits', async () => {
    await key.send('POST', PEOPLE, { items: [{}, {}] });
    await gateway.settled(1);
    const { durationMs, ...entry } = gateway.logged[0] ?? {};
    expect(entry).to.deep.equal({
      keyId: key.keyId,
      accountId: key.accountId,
      at: gateway.edge.clock.now(),
      method: 'POST',
      path: `/external/v1${PEOPLE}`,
      status: 200,
      items: 2,
      creditsMillicredits: 0,
      operationId: null,
    });
    expect(durationMs).to.satisfy(Number.isInteger);
  });

  const refused: [string, () => Promise<unknown>, object][] = [
    [
      'an unknown path, without its text,',
      () => key.send('GET', '/people/astrid@nordvik.se'),
      { path: '(unknown)', status: 404, items: null },
    ],
    [
      'a wrong method',
      () => key.send('PUT', PEOPLE, {}),
      { path: `/external/v1${PEOPLE}`, method: 'PUT', status: 405, items: null },
    ],
    [
      'a bad body',
      () => key.send('POST', PEOPLE, { items: Array.from({ length: 70_000 }, () => 0) }),
      { status: 422, items: null },
    ],
    ['the balance', () => key.send('GET', '/credits'), { path: '/external/v1/credits', status: 200, items: null }],
  ];
  for (const [what, ask, entry] of refused) {
    it(`[2.6] the request log contains ${what}`, async () => {
      await ask();
      await gateway.settled(1);
      expect(gateway.logged[0]).to.include(entry);
    });
  }

  it('[2.6] the request log contains a 429', async () => {
    const limited = await gateway.newKey({}, { overall: 1 });
    await limited.send('GET', '/credits');
    await limited.send('GET', '/credits');
    await gateway.settled(2);
    expect(gateway.logged.map(({ status }) => status)).to.deep.equal([200, 429]);
  });

  it('the request log contains no request without a valid key', async () => {
    await send(`${gateway.origin}/external/v1/credits`, 'GET');
    await send(`${gateway.origin}/docs`, 'GET');
    await key.send('GET', '/credits');
    await gateway.settled(1);
    expect(gateway.logged.map(({ keyId }) => keyId)).to.deep.equal([key.keyId]);
  });

  it('logs a bounded number of lines for requests without a valid key, and one for each request with one', async () => {
    const flooded = await openTestGateway({ strangersLog: { lines: 5, windowMs: 60_000 } });
    try {
      const { send: sendWithKey } = await flooded.newKey();
      const url = `${flooded.origin}/external/v1/credits`;
      const linesWith = (text: string): number => flooded.lines.filter((line) => line.includes(text)).length;
      for (let request = 0; request < 20; request += 1) await send(url, 'GET');
      for (let request = 0; request < 8; request += 1) await sendWithKey('GET', '/credits');
      await flooded.settled(8);
      expect(linesWith('"status":401')).to.equal(5);
      expect(linesWith('"status":200')).to.equal(8);
      expect(await flooded.registry.metrics()).to.include('status="401",code="invalid_api_key"} 20');
    } finally {
      await flooded.close();
    }
  });

  it('logs how many lines of requests without a valid key it omitted', async () => {
    const flooded = await openTestGateway({ strangersLog: { lines: 1, windowMs: 50 } });
    try {
      const logged = (): number =>
        flooded.lines.reduce((sum, line) => {
          const { omitted, status } = JSON.parse(line) as { omitted?: number; status?: number };
          return sum + (omitted ?? (status === 401 ? 1 : 0));
        }, 0);
      for (let request = 0; request < 20; request += 1) await send(`${flooded.origin}/external/v1/credits`, 'GET');
      await eventuallyEquals(logged, 20);
    } finally {
      await flooded.close();
    }
  });

  it('[5.6] log lines contain nothing of a body, an address, a name or a key', async () => {
    gateway.backends.answers.viewContact = () => ({
      ...MASKED,
      email: 'astrid@nordvik.se',
      emailIsMasked: false,
      phone: '+46701740605',
      phoneIsMasked: false,
    });
    const items = [
      {
        ref: 'secret ref',
        linkedInUrl: 'linkedin.com/in/astrid',
        email: 'astrid@nordvik.se',
        name: 'Astrid Exempel',
        organization: { orgNumber: '556012-3457' },
      },
    ];
    const { body } = await key.send('POST', PEOPLE, { items }, { traceparent: TRACEPARENT });
    expect(body).to.have.nested.property('results[0].contact.email', 'astrid@nordvik.se');
    await key.send('POST', `${PEOPLE}/astrid@nordvik.se?email=astrid@nordvik.se`, { items });
    await gateway.settled(2);
    const lines = gateway.lines.join('\n');
    expect(lines).to.include(TRACE_ID).and.to.include(key.keyId).and.to.include(`/external/v1${PEOPLE}`);
    const personal = [
      'astrid',
      CONTACT.name,
      '+4670',
      '556012',
      'secret ref',
      key.authorization.slice('Bearer '.length),
    ];
    for (const text of personal) expect(lines.toLowerCase(), text).not.to.include(text.toLowerCase());
  });

  it('counts requests by operation, status and code', async () => {
    await key.send('GET', '/credits');
    await key.send('POST', PEOPLE, '{');
    await gateway.settled(2);
    const metrics = await gateway.registry.metrics();
    expect(metrics).to.match(/prospect_http_requests_total\{operation="get_credits",status="200",code="ok"\} \d/);
    expect(metrics).to.match(
      /prospect_http_requests_total\{operation="match_people",status="422",code="validation_failed"\} \d/,
    );
    expect(metrics).to.match(/prospect_http_request_duration_seconds_count\{operation="match_people"\} \d/);
    expect(metrics).not.to.include(key.keyId);
  });
});

describe('the response guard', () => {
  const leak = { ...MASKED, email: 'astrid@nordvik.se' };

  async function answersWithGuard(responseGuard: {
    ratio: number;
    onViolation: 'throw' | 'report';
  }): Promise<{ statuses: number[]; metrics: string; lines: string }> {
    const gateway = await openTestGateway({ responseGuard });
    try {
      gateway.backends.answers.viewContact = () => leak;
      const key = await gateway.newKey();
      const statuses: number[] = [];
      for (let request = 0; request < 4; request += 1) {
        statuses.push((await key.send('POST', PEOPLE, { items: [{ linkedInUrl: 'linkedin.com/in/astrid' }] })).status);
      }
      return { statuses, metrics: await gateway.registry.metrics(), lines: gateway.lines.join('\n') };
    } finally {
      await gateway.close();
    }
  }

  it('answers 500 instead of an answer that breaks the contract, in tests', async () => {
    const { statuses } = await answersWithGuard({ ratio: 1, onViolation: 'throw' });
    expect(statuses).to.deep.equal([500, 500, 500, 500]);
  });

  it('reports the configured share of such answers without any value, in production', async () => {
    const { statuses, metrics, lines } = await answersWithGuard({ ratio: 0.5, onViolation: 'report' });
    expect(statuses).to.deep.equal([200, 200, 200, 200]);
    expect(metrics).to.include('prospect_response_guard_violations_total{operation="match_people",status="200"} 2');
    expect(lines).to.include('answer breaks the contract').and.not.to.include('astrid');
  });

  it('checks nothing with a ratio of 0', async () => {
    const { metrics } = await answersWithGuard({ ratio: 0, onViolation: 'throw' });
    expect(metrics).not.to.include('prospect_response_guard_violations_total{');
  });
});
