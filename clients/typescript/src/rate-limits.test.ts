import { expect } from 'chai';
import { AbortedError, Prospecting, RateLimitedError, TimeoutError, type ClientOptions } from './index.js';

/** A service that counts in windows of its own length, and says so as the API does. */
class CountingService {
  sent = 0;
  refused = 0;
  readonly #limits: Readonly<Record<string, number>>;
  readonly #windowMs: number;
  readonly #counts = new Map<string, number>();
  #window = 0;

  constructor(limits: Readonly<Record<string, number>>, windowMs: number) {
    this.#limits = limits;
    this.#windowMs = windowMs;
  }

  readonly fetch: typeof fetch = async (input) => {
    this.sent += 1;
    const path = new URL(new Request(input).url).pathname;
    const buckets = path.endsWith('/reveal')
      ? ['overall', 'spend']
      : path.endsWith('/credits')
        ? ['overall']
        : ['overall', 'search'];
    const headers = this.#count(buckets);
    // Answers overtake each other.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
    if (headers.has('retry-after')) {
      this.refused += 1;
      return new Response(JSON.stringify({ code: 'rate_limited', retryable: true }), { status: 429, headers });
    }
    return new Response('{"results":[]}', { headers });
  };

  #count(buckets: readonly string[]): Headers {
    const now = performance.now();
    const window = Math.floor(now / this.#windowMs);
    if (window !== this.#window) this.#counts.clear();
    this.#window = window;
    for (const bucket of buckets) this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1);
    const leftOf = (bucket: string): number => this.#limits[bucket]! - (this.#counts.get(bucket) ?? 0);
    const seconds = Math.ceil(((window + 1) * this.#windowMs - now) / 1000);
    const names = Object.keys(this.#limits);
    const list = (member: (name: string) => string): string =>
      names.map((name) => `"${name}";${member(name)}`).join(', ');
    return new Headers({
      'ratelimit-policy': list((name) => `q=${this.#limits[name]!};w=${this.#windowMs / 1000}`),
      ratelimit: list((name) => `r=${Math.max(0, leftOf(name))};t=${seconds}`),
      'service-credits-remaining': '12.5',
      ...(buckets.some((bucket) => leftOf(bucket) < 0) && { 'retry-after': String(seconds) }),
    });
  }
}

const SPEND = { items: [{ contactId: 'c' }], infoTypes: ['email'], maxCredits: 1 } as const;
const READ = { items: [{ domain: 'nordvik.example' }] };

/** Returns a fetch that gives these answers, the last one again and again. */
function scripted(...answers: readonly (readonly [status: number, headers: Record<string, string>])[]): {
  fetch: typeof fetch;
  sent: () => number;
} {
  let sent = 0;
  const fetch: typeof globalThis.fetch = async () => {
    const [status, headers] = answers[Math.min(sent, answers.length - 1)]!;
    sent += 1;
    const body = status === 200 ? { results: [] } : { code: 'rate_limited', retryable: true, status };
    return new Response(JSON.stringify(body), { status, headers });
  };
  return { fetch, sent: () => sent };
}

function client(options: ClientOptions): Prospecting {
  return new Prospecting({ apiKey: 'pd_live_key', baseUrl: 'http://localhost', ...options });
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('the rate limits of a client', () => {
  it('are what the headers of the last answer say, with the balance', async () => {
    const headers = {
      'ratelimit-policy': '"overall";q=60;w=60, "search";q=20;w=60, "spend";q=5;w=60',
      ratelimit: '"overall";r=59;t=31, "search";r=19;t=31, "spend";r=5;t=31',
      'service-credits-remaining': '118.8',
    };
    const prospecting = client(scripted([200, headers]));
    expect(prospecting.state).to.deep.equal({ rateLimits: {} });
    await prospecting.matchOrganizations(READ);
    const { creditsRemaining, rateLimits } = prospecting.state;
    expect(creditsRemaining).to.equal(118.8);
    expect(rateLimits.overall).to.include({ limit: 60, remaining: 59 });
    expect(rateLimits.spend).to.include({ limit: 5, remaining: 5 });
    expect(rateLimits.search?.resetsAt.getTime()).to.be.closeTo(Date.now() + 31_000, 1_500);
    expect(Object.keys(rateLimits)).to.deep.equal(['overall', 'search', 'spend']);
  });

  it('ignore headers that are missing or cannot be read', async () => {
    for (const ratelimit of ['', 'limit=60', '"spend";r=5, ;', '"spend";r=x;t=y', '"spend";r=0', '"new";r=0;t=60']) {
      const prospecting = client(scripted([200, { ratelimit, 'service-credits-remaining': 'many' }]));
      await prospecting.revealContacts(SPEND);
      await prospecting.revealContacts(SPEND);
      expect(prospecting.state).not.to.have.property('creditsRemaining');
    }
  });

  it('are shared by concurrent calls, none of which runs into a 429', async function () {
    this.timeout(30_000);
    const service = new CountingService({ overall: 100, search: 100, spend: 4 }, 2_000);
    const prospecting = client({ fetch: service.fetch, timeoutMs: 1_000 });
    await prospecting.getCredits();
    await Promise.all(Array.from({ length: 10 }, () => prospecting.revealContacts(SPEND)));
    expect([service.sent, service.refused]).to.deep.equal([11, 0]);
  });

  it('let calls of other buckets pass while one is exhausted', async () => {
    const headers = { ratelimit: '"overall";r=50;t=60, "search";r=10;t=60, "spend";r=0;t=60' };
    const { fetch, sent } = scripted([200, headers]);
    const prospecting = client({ fetch });
    await prospecting.getCredits();
    await prospecting.matchOrganizations(READ);
    await prospecting.matchOrganizations({ ...READ, reveal: ['details'], dryRun: true });
    expect(sent()).to.equal(3);
    const controller = new AbortController();
    const reveal = failureOf(prospecting.revealContacts(SPEND, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 50);
    expect(await reveal).to.be.instanceOf(AbortedError);
    expect(sent()).to.equal(3);
  });

  it('make a call fail before it is sent when the wait is longer than a window can be', async () => {
    const { fetch, sent } = scripted([200, { ratelimit: '"overall";r=0;t=121' }]);
    const prospecting = client({ fetch });
    await prospecting.getCredits();
    const began = performance.now();
    const failure = await failureOf(prospecting.getCredits());
    expect(performance.now() - began).to.be.below(1_000);
    expect(failure).to.be.instanceOf(RateLimitedError);
    expect(failure).to.include({ status: 429, code: 'rate_limited', retryAfterSeconds: 121, problem: undefined });
    expect((failure as Error).message).to.match(/overall is exhausted for 121 s.*120 s.*Nothing was sent/);
    expect(sent()).to.equal(1);
  });

  it('make a call wait until the window is over, however short its time is', async () => {
    const { fetch, sent } = scripted([200, { ratelimit: '"overall";r=0;t=1' }], [200, {}]);
    const prospecting = client({ fetch, timeoutMs: 200 });
    await prospecting.getCredits();
    const began = performance.now();
    const second = prospecting.getCredits();
    expect(sent()).to.equal(1);
    await second;
    expect(performance.now() - began).to.be.within(900, 5_000);
  });

  it('do not hold a call back when waitForRateLimit is false', async () => {
    const { fetch, sent } = scripted([200, { ratelimit: '"overall";r=0;t=60' }]);
    const prospecting = client({ fetch, waitForRateLimit: false });
    await prospecting.getCredits();
    await prospecting.getCredits();
    expect(sent()).to.equal(2);
  });

  it('make a call wait out a 429 that came all the same, however short its time is', async () => {
    const { fetch, sent } = scripted([429, { 'retry-after': '1' }], [200, {}]);
    const began = performance.now();
    await client({ fetch, timeoutMs: 200 }).revealContacts(SPEND);
    expect(performance.now() - began).to.be.within(900, 5_000);
    expect(sent()).to.equal(2);
  });

  it('leave a call that has waited the time that it had before', async () => {
    const hanging = scripted([200, { ratelimit: '"overall";r=0;t=1' }]);
    const fetch: typeof globalThis.fetch = async (input, init) =>
      hanging.sent() === 0 ? hanging.fetch(input, init) : new Promise(() => {});
    const prospecting = client({ fetch, timeoutMs: 300 });
    await prospecting.getCredits();
    const began = performance.now();
    expect(await failureOf(prospecting.getCredits())).to.be.instanceOf(TimeoutError);
    expect(performance.now() - began).to.be.within(1_200, 5_000);
  });

  it('count in the time of a call when waitForRateLimit is false', async () => {
    const patience = { waitForRateLimit: false, timeoutMs: 600 };
    const late = scripted([429, { 'retry-after': '1' }], [200, {}]);
    const began = performance.now();
    expect(await failureOf(client({ ...patience, fetch: late.fetch }).getCredits())).to.be.instanceOf(RateLimitedError);
    expect(performance.now() - began).to.be.below(500);
    expect(late.sent()).to.equal(1);
    const soon = scripted([429, { 'retry-after': '0' }], [200, {}]);
    await client({ ...patience, fetch: soon.fetch }).getCredits();
    expect(soon.sent()).to.equal(2);
  });

  it('do not count against the time of a call in a run of chunks', async () => {
    const exhausted = { ratelimit: '"overall";r=1;t=1, "spend";r=0;t=1' };
    const { fetch, sent } = scripted([200, exhausted], [429, { ...exhausted, 'retry-after': '1' }], [200, exhausted]);
    const prospecting = client({ fetch, timeoutMs: 400 });
    const items = Array.from({ length: 50 }, () => ({ contactId: 'c' }));
    const froms: number[] = [];
    for await (const { from } of prospecting.inChunks.revealContacts({ items, infoTypes: ['email'], dryRun: true })) {
      froms.push(from);
    }
    expect([froms, sent()]).to.deep.equal([[0, 25], 3]);
  });

  it('end a waiting call when the caller aborts', async () => {
    const { fetch, sent } = scripted([200, { ratelimit: '"overall";r=0;t=20' }]);
    const prospecting = client({ fetch });
    await prospecting.getCredits();
    const controller = new AbortController();
    const waiting = failureOf(prospecting.getCredits({ signal: controller.signal }));
    controller.abort();
    expect(((await waiting) as Error).name).to.equal('AbortedError');
    expect(sent()).to.equal(1);
  });

  it('count a request whose answer was lost', async () => {
    let isLost = false;
    const answers = scripted([200, { ratelimit: '"overall";r=2;t=60' }]);
    const fetch: typeof globalThis.fetch = async (input, init) => {
      if (isLost) throw new TypeError('fetch failed');
      return answers.fetch(input, init);
    };
    const prospecting = client({ fetch, maxRetries: 0 });
    await prospecting.getCredits();
    isLost = true;
    await failureOf(prospecting.getCredits());
    expect(prospecting.state.rateLimits.overall?.remaining).to.equal(1);
  });
});
