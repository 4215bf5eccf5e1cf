import { expect } from 'chai';
import {
  answer,
  cutOff,
  hang,
  hangInBody,
  openBrokenPeer,
  problem,
  reset,
  resetInBody,
  resetInHeaders,
  type BrokenPeer,
  type Reaction,
} from '#testing/broken-peer.js';
import {
  AbortedError,
  ApiError,
  ConnectionError,
  InternalError,
  Prospecting,
  ProspectingError,
  RateLimitedError,
  ServiceUnavailableError,
  TimeoutError,
  type ClientOptions,
} from './index.js';

const KEY = 'pd_live_0000000000000000000000000000000000000';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const DONE = { results: [], creditsCharged: 0.2, creditsQuoted: 0.2, creditsRemaining: 1, dryRun: false };
const SPEND = { items: [{ contactId: 'c' }], infoTypes: ['email'], maxCredits: 1 } as const;
const READ = { items: [{ domain: 'nordvik.example' }] };
const done = answer(200, DONE);
const html = answer(502, '<html><body>Bad Gateway</body></html>', { 'content-type': 'text/html' });

async function failureOf(call: Promise<unknown>): Promise<ProspectingError> {
  const failure: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).to.be.instanceOf(ProspectingError);
  return failure as ProspectingError;
}

describe('the client against a peer that breaks connections', () => {
  const random = Math.random;
  let peer: BrokenPeer;
  before(async () => {
    peer = await openBrokenPeer();
  });
  after(() => peer.close());
  beforeEach(() => {
    // The shortest back-off, so that a test does not wait for it.
    Math.random = () => 0;
  });
  afterEach(() => {
    Math.random = random;
  });

  const client = (options: ClientOptions = {}): Prospecting =>
    new Prospecting({ apiKey: KEY, baseUrl: peer.baseUrl, ...options });
  const keysSent = (): unknown[] => peer.received.map(({ headers }) => headers['idempotency-key']);

  const lost: [string, Reaction][] = [
    ['the connection is reset before the answer', reset],
    ['the connection is reset in the middle of the headers', resetInHeaders],
    ['the connection is reset in the middle of the body', resetInBody],
    ['the answer is half its JSON', cutOff],
    ['the peer answers HTML with 502', html],
    ['the peer answers 500', problem(500, 'internal_error', true)],
    ['the peer answers 503', problem(503, 'service_unavailable', true)],
    [
      'the peer answers 409 while the first try runs',
      problem(409, 'idempotency_key_in_use', true, { 'retry-after': '0' }),
    ],
    ['the peer answers 429', problem(429, 'rate_limited', true, { 'retry-after': '0' })],
    ['the peer answers an unknown code that is retryable', problem(499, 'brand_new', true)],
    ['the peer answers 200 with HTML', answer(200, '<html></html>', { 'content-type': 'text/html' })],
    ['the peer answers 200 with JSON that is no object', answer(200, '[]')],
  ];
  for (const [what, reaction] of lost) {
    it(`repeats a spend under the same key and body when ${what}`, async () => {
      peer.react(reaction, reaction, done);
      expect(await client().revealContacts(SPEND)).to.deep.equal(DONE);
      expect(keysSent()).to.have.length(3);
      expect(new Set(keysSent()).size).to.equal(1);
      expect(keysSent()[0]).to.match(UUID);
      expect(new Set(peer.received.map(({ body }) => body))).to.deep.equal(new Set([JSON.stringify(SPEND)]));
    });

    it(`repeats a read without a key when ${what}`, async () => {
      peer.react(reaction, done);
      await client().matchOrganizations(READ);
      expect(keysSent()).to.deep.equal([undefined, undefined]);
    });
  }

  it('draws a key for each spend, dry runs of contacts/reveal included, and for nothing else', async () => {
    peer.react(done);
    const prospecting = client();
    await prospecting.revealContacts(SPEND);
    await prospecting.revealContacts({ items: SPEND.items, infoTypes: ['email'], dryRun: true });
    await prospecting.matchOrganizations({ ...READ, reveal: ['details'], maxCredits: 1 });
    expect(new Set(keysSent()).size).to.equal(3);
    for (const key of keysSent()) expect(key).to.match(UUID);
    peer.react(done);
    await prospecting.matchOrganizations({ ...READ, reveal: ['details'], dryRun: true });
    await prospecting.matchOrganizations({ ...READ, reveal: [] });
    await prospecting.matchOrganizationContacts(READ);
    await prospecting.getCredits();
    expect(keysSent()).to.deep.equal([undefined, undefined, undefined, undefined]);
  });

  it('sends the key that the caller gives', async () => {
    peer.react(reset, done);
    await client().revealContacts(SPEND, { idempotencyKey: 'mine' });
    expect(keysSent()).to.deep.equal(['mine', 'mine']);
  });

  it('shows the key on the error, so that the caller can learn the outcome later', async () => {
    peer.react(reset);
    const failure = await failureOf(client({ maxRetries: 1 }).revealContacts(SPEND));
    expect(failure).to.be.instanceOf(ConnectionError);
    expect(failure.idempotencyKey).to.equal(keysSent()[0]);
  });

  it('sends what the request was when the call began, whatever becomes of the object', async () => {
    const items = [{ contactId: 'first' }];
    peer.react((response) => {
      items[0]!.contactId = 'second';
      return reset(response, peer.received[0]!);
    }, done);
    await client().revealContacts({ items, infoTypes: ['email'], maxCredits: 1 });
    expect(peer.received.map(({ body }) => body.includes('first'))).to.deep.equal([true, true]);
  });

  const final: [number, string][] = [
    [400, 'idempotency_key_required'],
    [401, 'invalid_api_key'],
    [402, 'insufficient_credits'],
    [403, 'feature_not_enabled'],
    [422, 'idempotency_key_reused'],
    [422, 'credit_cap_exceeded'],
    [500, 'brand_new'],
  ];
  for (const [status, code] of final) {
    it(`does not retry ${status} ${code}, which is not retryable`, async () => {
      peer.react(problem(status, code, false), done);
      expect(await failureOf(client().revealContacts(SPEND))).to.include({ status, code, retryable: false });
      expect(peer.received).to.have.length(1);
    });
  }

  it('does not retry a 404 of another server', async () => {
    peer.react(answer(404, '<html></html>', { 'content-type': 'text/html' }), done);
    const failure = await failureOf(client().getCredits());
    expect(failure).to.include({ status: 404, code: 'unexpected_response', retryable: false, problem: undefined });
    expect(peer.received).to.have.length(1);
  });

  it('gives up after maxRetries, with the last failure', async () => {
    peer.react(reset, html, problem(503, 'service_unavailable', true), problem(500, 'internal_error', true), done);
    const failure = await failureOf(client({ maxRetries: 3 }).revealContacts(SPEND));
    expect(failure).to.be.instanceOf(InternalError);
    expect(failure.name).to.equal('InternalError');
    expect(peer.received).to.have.length(4);
    peer.react(html);
    expect(await failureOf(client({ maxRetries: 0 }).getCredits())).to.be.instanceOf(ApiError);
    expect(peer.received).to.have.length(1);
  });

  it('throws ConnectionError when nobody listens', async () => {
    const gone = await openBrokenPeer();
    await gone.close();
    const failure = await failureOf(client({ baseUrl: gone.baseUrl, maxRetries: 1 }).getCredits());
    expect(failure).to.be.instanceOf(ConnectionError);
    expect(failure.cause).to.be.instanceOf(Error);
  });

  it('waits as long as Retry-After says, in seconds or as a date', async () => {
    peer.react(problem(503, 'service_unavailable', true, { 'retry-after': '1' }), done);
    await client().revealContacts(SPEND);
    expect(peer.received[1]!.atMs - peer.received[0]!.atMs).to.be.within(990, 3_000);
    // A date has whole seconds, so this one is between 1 and 2 seconds away.
    const date = new Date(Date.now() + 2_000).toUTCString();
    peer.react(answer(503, '', { 'retry-after': date }), done);
    await client().getCredits();
    expect(peer.received[1]!.atMs - peer.received[0]!.atMs).to.be.within(900, 4_000);
  });

  it('waits for a random time of up to 500 ms, twice as much before each further try', async () => {
    Math.random = () => 0.2;
    peer.react(reset, reset, reset, done);
    await client().getCredits();
    const times = peer.received.map(({ atMs }) => atMs);
    const waits = times.slice(1).map((time, index) => time - times[index]!);
    for (const [index, wanted] of [100, 200, 400].entries())
      expect(waits[index]).to.be.within(wanted - 5, wanted + 250);
  });

  describe('with a deadline', () => {
    const late: [string, Reaction[]][] = [
      ['nothing is answered', [hang]],
      ['the body does not come', [hangInBody]],
      ['a retry hangs', [reset, hang]],
    ];
    for (const [what, reactions] of late) {
      it(`throws TimeoutError when ${what}`, async () => {
        peer.react(...reactions);
        const began = performance.now();
        const failure = await failureOf(client().revealContacts(SPEND, { timeoutMs: 300 }));
        expect(performance.now() - began).to.be.within(290, 2_000);
        expect(failure).to.be.instanceOf(TimeoutError);
        expect(failure.idempotencyKey).to.equal(keysSent()[0]);
        if (reactions.length > 1) expect(failure.cause).to.be.instanceOf(ConnectionError);
      });
    }

    it('throws TimeoutError when a fetch of the caller ignores its signal', async () => {
      const failure = await failureOf(client({ fetch: () => new Promise(() => {}), timeoutMs: 100 }).getCredits());
      expect(failure).to.be.instanceOf(TimeoutError);
    });

    it('fails immediately when the wait before the next try would exceed it', async () => {
      for (const seconds of ['31', '86400', '999999999999']) {
        peer.react(problem(503, 'service_unavailable', true, { 'retry-after': seconds }), done);
        const began = performance.now();
        const failure = await failureOf(client().revealContacts(SPEND));
        expect(failure).to.be.instanceOf(ServiceUnavailableError);
        expect(failure).to.include({ retryAfterSeconds: Number(seconds) });
        expect(performance.now() - began).to.be.below(2_000);
        expect(peer.received).to.have.length(1);
      }
      peer.react(problem(429, 'rate_limited', true, { 'retry-after': '60' }), done);
      const impatient = client({ waitForRateLimit: false });
      expect(await failureOf(impatient.revealContacts(SPEND))).to.be.instanceOf(RateLimitedError);
      expect(peer.received).to.have.length(1);
    });

    it('stands still while it waits for a rate window, which is never longer than two minutes', async () => {
      peer.react(problem(429, 'rate_limited', true, { 'retry-after': '1' }), done);
      await client().revealContacts(SPEND, { timeoutMs: 500 });
      expect(peer.received).to.have.length(2);
      for (const seconds of ['121', '86400']) {
        peer.react(problem(429, 'rate_limited', true, { 'retry-after': seconds }), done);
        const began = performance.now();
        expect(await failureOf(client().revealContacts(SPEND))).to.be.instanceOf(RateLimitedError);
        expect(performance.now() - began).to.be.below(2_000);
        expect(peer.received).to.have.length(1);
      }
    });

    it('ends with the signal of the caller, wherever the call is', async () => {
      const reason = new Error('the user left');
      const wait = { 'retry-after': '20' };
      const refusals = [problem(503, 'service_unavailable', true, wait), problem(429, 'rate_limited', true, wait)];
      for (const reaction of [hang, hangInBody, ...refusals]) {
        peer.react(reaction);
        const controller = new AbortController();
        const failure = failureOf(client().revealContacts(SPEND, { signal: controller.signal }));
        setTimeout(() => controller.abort(reason), 100);
        expect(await failure).to.be.instanceOf(AbortedError);
        expect((await failure).cause).to.equal(reason);
      }
    });

    it('sends nothing when the signal has already ended', async () => {
      peer.react(done);
      const failure = await failureOf(client().revealContacts(SPEND, { signal: AbortSignal.abort() }));
      expect(failure).to.be.instanceOf(AbortedError);
      expect(peer.received).to.have.length(0);
    });

    it('leaves no timer and no listener behind', async () => {
      peer.react(done);
      const { signal } = new AbortController();
      let listeners = 0;
      const { addEventListener, removeEventListener } = signal;
      signal.addEventListener = (...call: Parameters<typeof addEventListener>) => {
        listeners += 1;
        addEventListener.apply(signal, call);
      };
      signal.removeEventListener = (...call: Parameters<typeof removeEventListener>) => {
        listeners -= 1;
        removeEventListener.apply(signal, call);
      };
      const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
      const before = timers();
      await client({ timeoutMs: 1_000_000 }).getCredits({ signal });
      expect(listeners).to.equal(0);
      // The connection that stays open has a timer of its own.
      expect(timers()).to.be.at.most(before + 1);
    });
  });

  it('follows no redirect, so that the key goes nowhere else', async () => {
    peer.react(answer(307, '', { location: `${peer.baseUrl}/elsewhere` }), done);
    const failure = await failureOf(client().revealContacts(SPEND));
    expect(failure).to.include({ status: 307, code: 'unexpected_response', retryable: false });
    expect(failure.message).to.include('redirects');
    expect(peer.received).to.have.length(1);
  });
});
