import { readRequestLog } from '@prospecting/admin-service';
import { DomainError } from '@prospecting/platform/errors';
import type { reveal } from '@prospecting/protos';
import { Registry } from '@prospecting/platform/telemetry';
import { expect } from 'chai';
import { eventuallyEquals } from '@prospecting/platform/testing';
import { createRequestLog } from '../request-log/index.js';
import { CONTACT, createRecordingBackends, PRICE } from '#testing/backends.js';
import { openTestGateway, type Answer, type TestGateway, type TestKey } from '#testing/gateway.js';

const REVEAL = '/contacts/reveal';
const BODY = { items: [{ contactId: CONTACT.id }], infoTypes: ['email'], maxCredits: 5 };
const ONCE_AT_MOST = /Retry with the same Idempotency-Key: it is charged once at most\.$/;
const NOTHING = /Nothing was revealed or charged/;

describe('the answer to a failed spend', () => {
  let gateway: TestGateway;
  let key: TestKey;
  const original = createRecordingBackends().answers;

  before(async () => {
    gateway = await openTestGateway();
  });
  after(() => gateway.close());
  beforeEach(async () => {
    key = await gateway.newKey();
    Object.assign(gateway.backends.answers, original);
    gateway.backends.calls.length = 0;
    gateway.logged.length = 0;
  });

  const spend = (idempotencyKey: string, change: object = {}): Promise<Answer> =>
    key.send('POST', REVEAL, { ...BODY, ...change }, { 'idempotency-key': idempotencyKey });
  const operations = (): string[] =>
    gateway.backends.calls
      .filter(({ method }) => method === 'reveal')
      .map(({ request }) => (request as reveal.RevealRequest).operationId);

  /** Charges as usual, and returns an outcome that cannot be shown. */
  function answerWith(broken: (subject: reveal.SubjectOutcome) => object): void {
    gateway.backends.answers.reveal = (request) => {
      const outcome = original.reveal(request);
      return { ...outcome, subjects: outcome.subjects.map((each) => broken(each) as reveal.SubjectOutcome) };
    };
  }
  const unpresentable = (subject: reveal.SubjectOutcome): object => ({
    ...subject,
    get contactChannels(): never {
      throw new Error('the presenter broke');
    },
  });
  const unwritable = (subject: reveal.SubjectOutcome): object => ({
    ...subject,
    contact: { ...CONTACT, name: { toJSON: () => BigInt(1) } },
  });
  const forbidden = (subject: reveal.SubjectOutcome): object => ({ ...subject, newInfoTypes: ['shoe size'] });

  for (const [what, broken] of [
    ['cannot be presented', unpresentable],
    ['cannot be written as JSON', unwritable],
    ['breaks the contract', forbidden],
  ] as const) {
    it(`is a 500 that promises nothing when the outcome ${what}; a retry comes to the same outcome`, async () => {
      answerWith(broken);
      const failed = await spend('again');
      expect([failed.status, failed.body.code]).to.deep.equal([500, 'internal_error']);
      expect(failed.body.detail).to.match(ONCE_AT_MOST).and.not.to.match(NOTHING);
      await gateway.settled(1);
      expect(gateway.logged[0]?.creditsMillicredits, 'what is known to be charged is logged').to.equal(PRICE);

      Object.assign(gateway.backends.answers, original);
      const again = await spend('again');
      if (broken === forbidden) {
        expect(again.body.detail, 'the stored answer breaks it again').to.match(ONCE_AT_MOST);
        expect(operations()).to.have.length(1);
      } else {
        expect(again.status, again.text).to.equal(200);
        expect(new Set(operations())).to.have.property('size', 1);
      }
    });
  }

  it('[D money.1] is 409 with Retry-After 1 while an earlier attempt cannot be resolved, and its key is released', async () => {
    gateway.backends.answers.reveal = () => {
      throw new DomainError('idempotency_key_in_use', { members: { retryAfterSeconds: 1 } });
    };
    const busy = await spend('busy');
    expect([busy.status, busy.body.code, busy.body.retryable]).to.deep.equal([409, 'idempotency_key_in_use', true]);
    expect(busy.headers.get('retry-after')).to.equal('1');
    expect(busy.body.detail).to.match(ONCE_AT_MOST).and.not.to.match(NOTHING);
    Object.assign(gateway.backends.answers, original);
    expect((await spend('busy')).status).to.equal(200);
  });

  it('logs the credits of an operation once when its stored response is lost and the request is repeated', async () => {
    gateway.backends.answers.reveal = () => {
      throw new DomainError('service_unavailable');
    };
    expect((await spend('lost')).status).to.equal(503);
    Object.assign(gateway.backends.answers, original);
    for (let time = 0; time < 3; time += 1) {
      const answer = await spend('lost');
      expect([answer.status, answer.body['creditsCharged']], answer.text).to.deep.equal([200, PRICE / 1000]);
      await gateway.edge.operator.query('delete from edge.stored_responses');
      gateway.edge.clock.advance(1_000);
    }
    expect((await spend('another')).status).to.equal(200);
    await gateway.settled(5);
    const registry = new Registry();
    const log = createRequestLog({ ...gateway.edge, registry });
    await log.start();
    gateway.logged.forEach((entry) => log.record(entry));
    await log.stop();
    const entries = await readRequestLog(gateway.edge.admin, { ...key, since: new Date(0) });
    const shown = entries.map(({ status, creditsMillicredits }) => [status, creditsMillicredits]);
    expect(shown).to.deep.equal([
      [503, 0],
      [200, PRICE],
      [200, 0],
      [200, 0],
      [200, PRICE],
    ]);
    const newest = await readRequestLog(gateway.edge.admin, { ...key, since: new Date(0), limit: 2 });
    expect(newest.map(({ creditsMillicredits }) => creditsMillicredits)).to.deep.equal([0, PRICE]);
  });

  it('[D money.4] says that nothing was charged for a 402 and an exceeded cap, which are final', async () => {
    for (const [code, status, beside] of [
      ['insufficient_credits', 402, { creditsRemainingMillicredits: 0 }],
      ['credit_cap_exceeded', 422, {}],
    ] as const) {
      gateway.backends.answers.reveal = () => {
        throw new DomainError(code, { members: { creditsRequiredMillicredits: 200, ...beside } });
      };
      const refused = await spend(code);
      expect([refused.status, refused.body.code]).to.deep.equal([status, code]);
      expect(refused.body.detail).to.match(/\. Nothing was revealed or charged\.$/);
    }
  });

  it('[D money.4] says that this try charged nothing when it fails before it reaches reveal-service', async () => {
    gateway.backends.answers.matchPerson = () => {
      throw new DomainError('service_unavailable');
    };
    const body = { items: [{ linkedInUrl: 'linkedin.com/in/astrid' }], reveal: ['email'], maxCredits: 1 };
    const failed = await key.send('POST', '/people/match', body, { 'idempotency-key': 'early' });
    expect(failed.status).to.equal(503);
    expect(failed.body.detail).to.match(/Nothing was revealed or charged by this try\.$/);
    expect(operations()).to.deep.equal([]);
  });

  it('[D money.4] is never charged later when the spend times out before it reaches reveal-service', async () => {
    let find = (): void => {};
    const found = new Promise<void>((resolve) => {
      find = resolve;
    });
    const { backends } = gateway;
    const matchPeople: typeof backends.search.matchPeople = async (request, call) => {
      await found;
      return backends.search.matchPeople(request, call);
    };
    const slow = await openTestGateway({
      spendTimeoutMs: 100,
      upstream: { ...backends, search: { ...backends.search, matchPeople } },
    });
    try {
      const { send } = await slow.newKey();
      const body = { items: [{ linkedInUrl: 'linkedin.com/in/astrid' }], reveal: ['email'], maxCredits: 1 };
      const late = await send('POST', '/people/match', body, { 'idempotency-key': 'late' });
      expect(late.status).to.equal(503);
      expect(late.body.detail).to.match(/Nothing was revealed or charged by this try\.$/);
      find();
      await eventuallyEquals(() => backends.calls.length, 1);
      await new Promise((resolve) => setImmediate(resolve));
      expect(backends.calls.map(({ method }) => method)).to.deep.equal(['matchPeople']);
    } finally {
      await slow.close();
    }
  });

  it('[D money.4] says that nothing was charged for a failed read or quote', async () => {
    const down = (): never => {
      throw new DomainError('service_unavailable');
    };
    Object.assign(gateway.backends.answers, { getBalance: down, quote: down });
    const answers = [await key.send('GET', '/credits'), await spend('quote', { dryRun: true })];
    for (const answer of answers) {
      expect(answer.status, answer.text).to.equal(503);
      expect(answer.body.detail).to.match(/Nothing was revealed or charged\.$/);
    }
  });
});
