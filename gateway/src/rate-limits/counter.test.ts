import { randomUUID } from 'node:crypto';
import { ManualClock } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import type { BucketCounter, BucketState, CountedKey } from './buckets.js';
import { type BucketName, DEFAULT_LIMITS } from '@prospecting/openapi';
import { createMemoryCounter } from './memory-counter.js';
import { createRedisCounter, type RedisCounter } from './redis-counter.js';

const redisUrl = process.env['TEST_REDIS_URL'];

const EVERY_BUCKET: ReadonlySet<BucketName> = new Set(['overall', 'search', 'spend']);
const OVERALL: ReadonlySet<BucketName> = new Set(['overall']);

function newKey(limits: CountedKey['limits'] = DEFAULT_LIMITS): CountedKey {
  return { keyId: randomUUID(), limits };
}

/**
 * Runs a case with a new key, and again when it crossed a minute of the real server. A case lasts
 * milliseconds, so it does not cross a minute twice in a row.
 */
async function inOneWindow(
  counter: BucketCounter,
  work: (key: CountedKey) => Promise<BucketState[]>,
  key = newKey(),
): Promise<BucketState[]> {
  const before = await counter.count(newKey(), OVERALL);
  const states = await work(key);
  const after = await counter.count(newKey(), OVERALL);
  return after.resetSeconds <= before.resetSeconds ? states : work({ ...key, keyId: randomUUID() });
}

/** Defines the tests that every counter passes. */
function countsLikeACounter(counter: () => BucketCounter): void {
  it('counts a request once in each of its buckets, and returns the state of all buckets', async () => {
    const states = await inOneWindow(counter(), async (key) => [
      await counter().count(key, new Set(['overall', 'search'])),
      await counter().count(key, OVERALL),
      await counter().count(key, EVERY_BUCKET),
    ]);
    expect(states.map((state) => state.remaining)).to.deep.equal([
      { ...DEFAULT_LIMITS, overall: 59, search: 19 },
      { ...DEFAULT_LIMITS, overall: 58, search: 19 },
      { ...DEFAULT_LIMITS, overall: 57, search: 18, spend: 4 },
    ]);
    expect(states.every((state) => !state.exceeded)).to.equal(true);
  });

  it('admits requests up to the limit, refuses later ones, and counts refused ones too', async () => {
    const limits = { ...DEFAULT_LIMITS, overall: 4, spend: 2 };
    const states = await inOneWindow(
      counter(),
      async (key) => {
        const counted: BucketState[] = [];
        for (let request = 0; request < 5; request += 1)
          counted.push(await counter().count(key, new Set(['overall', 'spend'])));
        return counted;
      },
      newKey(limits),
    );
    expect(states.map((state) => state.exceededBuckets)).to.deep.equal([
      [],
      [],
      ['spend'],
      ['spend'],
      ['overall', 'spend'],
    ]);
    expect(states.map((state) => state.remaining.spend)).to.deep.equal([1, 0, 0, 0, 0]);
  });

  it('does not refuse a request for a full bucket that it does not count in', async () => {
    const [, second] = await inOneWindow(
      counter(),
      async (key) => [await counter().count(key, new Set(['overall', 'spend'])), await counter().count(key, OVERALL)],
      newKey({ ...DEFAULT_LIMITS, spend: 1 }),
    );
    expect(second).to.deep.include({ exceeded: false, remaining: { ...DEFAULT_LIMITS, overall: 58, spend: 0 } });
  });

  it('admits exactly the limit out of 100 simultaneous requests', async () => {
    const states = await inOneWindow(
      counter(),
      (key) => Promise.all(Array.from({ length: 100 }, () => counter().count(key, OVERALL))),
      newKey({ ...DEFAULT_LIMITS, overall: 25 }),
    );
    expect(states.filter((state) => !state.exceeded)).to.have.length(25);
  });

  it('counts each key separately', async () => {
    const [first, second] = await inOneWindow(counter(), async (key) => [
      await counter().count(key, OVERALL),
      await counter().count(newKey(), OVERALL),
    ]);
    expect(second?.remaining).to.deep.equal(first?.remaining);
  });

  it('returns 1 to 60 whole seconds until the minute ends', async () => {
    const { resetSeconds } = await counter().count(newKey(), OVERALL);
    expect(resetSeconds).to.be.within(1, 60);
    expect(Number.isInteger(resetSeconds)).to.equal(true);
  });
}

describe('the rate counter in memory', () => {
  const clock = new ManualClock('2026-03-01T12:00:59.500Z');
  const counter = createMemoryCounter({ clock });

  countsLikeACounter(() => counter);

  it('starts from 0 at each minute of the clock, not a minute after the first request', async () => {
    const key = newKey();
    const count = (): Promise<BucketState> => counter.count(key, OVERALL);
    expect(await count()).to.deep.include({ resetSeconds: 1, remaining: { ...DEFAULT_LIMITS, overall: 59 } });
    clock.advance(499);
    expect((await count()).remaining.overall).to.equal(58);
    clock.advance(1);
    expect(await count()).to.deep.include({ resetSeconds: 60, remaining: { ...DEFAULT_LIMITS, overall: 59 } });
  });
});

const pending = redisUrl === undefined ? ' (pending: there is no TEST_REDIS_URL)' : '';

describe(`the rate counter in Redis${pending}`, () => {
  let redis: Redis;
  let counter: RedisCounter;

  before(async function () {
    if (redisUrl === undefined) return this.skip();
    redis = new Redis(redisUrl);
    counter = createRedisCounter({ redis: { mode: 'single', url: redisUrl }, commandTimeoutMs: 2_000 });
    await counter.start();
  });

  after(() => {
    counter?.stop();
    redis?.disconnect();
  });

  countsLikeACounter(() => counter);

  it('starts from 0 at each minute of the clock of Redis', async () => {
    const [state] = await inOneWindow(counter, async (key) => {
      await redis.hset(`rl:{${key.keyId}}`, { window: (await redisMinute()) - 1, overall: 60 });
      return [await counter.count(key, OVERALL)];
    });
    expect(state).to.deep.include({ exceeded: false, remaining: { ...DEFAULT_LIMITS, overall: 59 } });
  });

  it('goes on in the window that has begun when a failover sets the clock back, and drops one further ahead', async () => {
    const [ahead, dropped] = await inOneWindow(counter, async (key) => {
      const name = `rl:{${key.keyId}}`;
      await redis.hset(name, { window: (await redisMinute()) + 1, overall: 10 });
      const first = await counter.count(key, OVERALL);
      await redis.hset(name, { window: (await redisMinute()) + 2 });
      return [first, await counter.count(key, OVERALL)];
    });
    expect([ahead?.remaining.overall, dropped?.remaining.overall]).to.deep.equal([49, 59]);
  });

  it('leaves no window in Redis for longer than two minutes', async () => {
    const key = newKey();
    await counter.count(key, EVERY_BUCKET);
    expect(await redis.pttl(`rl:{${key.keyId}}`)).to.be.within(60_000, 120_000);
  });

  it('keeps counting after Redis lost its scripts', async () => {
    await redis.script('FLUSH');
    expect((await counter.count(newKey(), OVERALL)).remaining.overall).to.equal(59);
  });

  async function redisMinute(): Promise<number> {
    return Math.floor(Number((await redis.time())[0]) / 60);
  }
});
