import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { eventuallyEquals, ManualClock, openTcpProxy, type TcpProxy } from '@prospecting/platform/testing';
import { createLogger, Registry } from '@prospecting/platform/telemetry';
import { expect } from 'chai';
import { bucketState, forEachBucket, type BucketCounter } from './buckets.js';
import { DEFAULT_LIMITS, type BucketName } from '@prospecting/openapi';
import { createCounter, type Counter } from './counter.js';
import { withFallback, type FallbackCounter } from './fallback.js';
import { createMemoryCounter } from './memory-counter.js';

const KEY = { keyId: '7b0a4c1e-6f6e-4f0e-9d0b-0d6d3a5b8f11', limits: DEFAULT_LIMITS };
const OVERALL: ReadonlySet<BucketName> = new Set(['overall']);

/** Creates a counter that a test can make fail, and that counts its calls. */
function switchable(): BucketCounter & { down: boolean; calls: number } {
  return {
    down: false,
    calls: 0,
    count(key, buckets) {
      this.calls += 1;
      if (this.down) return Promise.reject(new Error('unreachable'));
      const counts = { ...forEachBucket(() => 0), overall: 7 };
      return Promise.resolve(bucketState(key.limits, counts, buckets, 30));
    },
  };
}

async function gaugeOf(registry: Registry): Promise<number | undefined> {
  return (await registry.getSingleMetric('prospect_rate_limiter_fallback')?.get())?.values[0]?.value;
}

function setUp(pauseMs = 1_000): {
  first: ReturnType<typeof switchable>;
  changes: boolean[];
  counter: FallbackCounter;
  advance: (ms: number) => void;
} {
  const first = switchable();
  const clock = new ManualClock('2026-03-01T12:00:00Z');
  const changes: boolean[] = [];
  const counter = withFallback(first, createMemoryCounter({ clock }), {
    pauseMs,
    monotonicMs: () => clock.now().getTime(),
    onChange: (down) => changes.push(down),
  });
  return { first, changes, counter, advance: (ms) => clock.advance(ms) };
}

describe('the fallback of the rate counter', () => {
  it('counts the request that finds Redis unreachable in memory, and the following ones too', async () => {
    const { first, counter } = setUp();
    expect((await counter.count(KEY, OVERALL)).remaining.overall).to.equal(53);
    first.down = true;
    expect((await counter.count(KEY, OVERALL)).remaining.overall).to.equal(59);
    expect((await counter.count(KEY, OVERALL)).remaining.overall).to.equal(58);
  });

  it('tries an unreachable Redis once per pause, not once per request', async () => {
    const { first, counter, advance } = setUp();
    first.down = true;
    for (let request = 0; request < 10; request += 1) await counter.count(KEY, OVERALL);
    expect(first.calls).to.equal(1);
    advance(1_000);
    await Promise.all(Array.from({ length: 10 }, () => counter.count(KEY, OVERALL)));
    expect(first.calls).to.equal(2);
  });

  it('returns to Redis when it answers again, and reports each change once', async () => {
    const { first, changes, counter, advance } = setUp();
    first.down = true;
    await Promise.all([counter.count(KEY, OVERALL), counter.count(KEY, OVERALL)]);
    first.down = false;
    advance(1_000);
    expect((await counter.count(KEY, OVERALL)).remaining.overall).to.equal(53);
    expect((await counter.count(KEY, OVERALL)).remaining.overall).to.equal(53);
    expect(changes).to.deep.equal([true, false]);
  });

  it('tries Redis without requests while it is down, one attempt at a time, until it answers', async () => {
    const { first, changes, counter, advance } = setUp(5);
    first.down = true;
    await counter.count(KEY, OVERALL);
    await delay(30);
    expect(first.calls).to.equal(1, 'the pause has not ended');
    advance(5);
    await eventuallyEquals(() => Promise.resolve(first.calls), 2);
    first.down = false;
    advance(5);
    await eventuallyEquals(() => Promise.resolve(changes.at(-1)), false);
    advance(5);
    await delay(30);
    expect(first.calls).to.equal(3, 'no attempt after it answered');
  });

  it('tries no longer once it is stopped', async () => {
    const { first, counter, advance } = setUp(5);
    first.down = true;
    await counter.count(KEY, OVERALL);
    counter.stop();
    advance(5);
    await delay(30);
    await counter.count(KEY, OVERALL);
    advance(5);
    await delay(30);
    expect(first.calls).to.equal(2, 'the requests only');
  });

  it('counts in memory from the first request when Redis was never reachable, and sets its metric', async () => {
    const registry = new Registry();
    const counter = createCounter({
      // Port 1 refuses connections.
      redis: { mode: 'single', url: 'redis://127.0.0.1:1' },
      clock: new ManualClock('2026-03-01T12:00:00Z'),
      logger: createLogger({ service: 'test', level: 'silent' }),
      registry,
    });
    try {
      await counter.start();
      expect((await counter.count(KEY, OVERALL)).remaining.overall).to.equal(59);
      expect(await gaugeOf(registry)).to.equal(1);
    } finally {
      counter.stop();
    }
  });

  it('counts refused requests by bucket in a metric', async () => {
    const registry = new Registry();
    const logger = createLogger({ service: 'test', level: 'silent' });
    const counter = createCounter({ clock: new ManualClock('2026-03-01T12:00:00Z'), logger, registry });
    const key = { ...KEY, limits: { ...DEFAULT_LIMITS, overall: 1 } };
    await counter.count(key, OVERALL);
    await counter.count(key, OVERALL);
    expect(await registry.metrics()).to.contain('prospect_buckets_exceeded_total{bucket="overall"} 1');
  });
});

const redisUrl = process.env['TEST_REDIS_URL'];
const pending = redisUrl === undefined ? ' (pending: there is no TEST_REDIS_URL)' : '';

describe(`the rate counter with an unstable Redis${pending}`, () => {
  let proxy: TcpProxy;
  let registry: Registry;
  let counter: Counter;

  before(function () {
    if (redisUrl === undefined) this.skip();
  });

  beforeEach(async () => {
    proxy = await openTcpProxy(redisUrl ?? '');
    registry = new Registry();
    counter = createCounter({
      redis: { mode: 'single', url: proxy.through(redisUrl ?? '') },
      clock: new ManualClock('2026-03-01T12:00:00Z'),
      logger: createLogger({ service: 'test', level: 'silent' }),
      registry,
      pauseMs: 20,
    });
  });
  afterEach(async () => {
    counter.stop();
    await proxy.close();
  });

  async function isFallenBack(): Promise<boolean> {
    await counter.count({ ...KEY, keyId: randomUUID() }, OVERALL);
    return (await gaugeOf(registry)) === 1;
  }

  it('returns to Redis without a request, so that an idle gateway does not stay degraded', async () => {
    await counter.start();
    await proxy.cut();
    await eventuallyEquals(isFallenBack, true);
    await proxy.restore();
    await eventuallyEquals(() => gaugeOf(registry), 0);
    expect(await counter.check()).to.equal(undefined);
  });

  it('counts in memory while Redis is unreachable and in Redis afterwards', async () => {
    await counter.start();
    expect(await isFallenBack()).to.equal(false);
    await proxy.cut();
    await eventuallyEquals(isFallenBack, true);
    await proxy.restore();
    await eventuallyEquals(isFallenBack, false);
  });

  it('starts without Redis and connects to it later', async () => {
    await proxy.cut();
    await counter.start();
    expect(await isFallenBack()).to.equal(true);
    await proxy.restore();
    await eventuallyEquals(isFallenBack, false);
  });

  it('waits for a Redis that stopped answering no longer than the command timeout', async () => {
    await counter.start();
    expect(await isFallenBack()).to.equal(false);
    proxy.hold();
    const startedAt = performance.now();
    expect((await counter.count({ ...KEY, keyId: randomUUID() }, OVERALL)).remaining.overall).to.equal(59);
    expect(performance.now() - startedAt).to.be.within(90, 2_000);
    expect(await isFallenBack()).to.equal(true);
    proxy.release();
    await eventuallyEquals(isFallenBack, false);
  });
});
