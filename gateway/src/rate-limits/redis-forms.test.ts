import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createLogger, Registry } from '@prospecting/platform/telemetry';
import { createTestAuthority, eventually, eventuallyEquals, ManualClock } from '@prospecting/platform/testing';
import { DEFAULT_LIMITS, type BucketName } from '@prospecting/openapi';
import { expect } from 'chai';
import { openRedisServers, startRedisCluster, type RedisCluster, type RedisServers } from '#testing/redis-servers.js';
import type { BucketCounter, CountedKey } from './buckets.js';
import { createCounter, type Counter } from './counter.js';
import type { RedisConfig } from './redis-config.js';
import { createRedisCounter, type RedisCounter } from './redis-counter.js';

const EVERY_BUCKET: ReadonlySet<BucketName> = new Set(['overall', 'search', 'spend']);
const LIMIT = 100_000;

const installed = spawnSync('redis-server', ['--version']).status === 0;
const pending = installed ? '' : ' (pending: there is no redis-server)';

function newKey(): CountedKey {
  return { keyId: randomUUID(), limits: { ...DEFAULT_LIMITS, overall: LIMIT, search: LIMIT, spend: LIMIT } };
}

/** Waits until the current minute lasts for `seconds` more, so that a case stays in one window. */
async function untilLeft(seconds: number, counter: BucketCounter): Promise<void> {
  const left = async (): Promise<boolean> => (await counter.count(newKey(), EVERY_BUCKET)).resetSeconds > seconds;
  await eventuallyEquals(left, true, { timeoutMs: 65_000, intervalMs: 100 });
}

/**
 * Counts with one key until told to stop. A count that Redis does not take rejects at once, and the
 * gateway counts it in memory: it must not arrive later.
 */
function keepCounting(
  counter: BucketCounter,
  key: CountedKey,
  mayRefuse = false,
): { stop(): Promise<number[]>; readonly counted: number } {
  const counts: number[] = [];
  let over = false;
  const callers = Array.from({ length: 4 }, async () => {
    while (!over) {
      try {
        counts.push(LIMIT - (await counter.count(key, EVERY_BUCKET)).remaining.overall);
      } catch (error) {
        if (!mayRefuse) throw error;
        await setImmediate();
      }
    }
  });
  return {
    get counted() {
      return counts.length;
    },
    async stop() {
      over = true;
      await Promise.all(callers);
      return counts.toSorted((one, other) => one - other);
    },
  };
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

/** A counter as the gateway has it: it counts in memory while Redis does not answer. */
function gatewayCounter(redis: RedisConfig, commandTimeoutMs = 100): Counter & { readonly registry: Registry } {
  const registry = new Registry();
  const counter = createCounter({
    redis,
    registry,
    pauseMs: 50,
    commandTimeoutMs,
    clock: new ManualClock('2026-03-01T12:00:00Z'),
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  return { ...counter, registry };
}

async function countsInRedis(counter: Counter & { readonly registry: Registry }): Promise<boolean> {
  await counter.count(newKey(), EVERY_BUCKET);
  return (await counter.registry.getSingleMetric('prospect_rate_limiter_fallback')?.get())?.values[0]?.value === 0;
}

describe(`the rate counter in Redis Cluster${pending}`, function () {
  this.timeout(120_000);
  let servers: RedisServers;
  let cluster: RedisCluster;
  let counter: RedisCounter;
  let config: RedisConfig;

  before(async function () {
    if (!installed) return this.skip();
    servers = await openRedisServers();
    cluster = await startRedisCluster(servers);
    const nodes = cluster.primaries.map(({ port }) => ({ host: '127.0.0.1', port }));
    config = { mode: 'cluster', nodes, tls: false };
    counter = createRedisCounter({ redis: config, commandTimeoutMs: 5_000 });
    await counter.start();
  });

  after(async () => {
    counter?.stop();
    await servers?.stop();
  });

  it('counts exactly for keys of every node, in one command for each request', async () => {
    await untilLeft(10, counter);
    const keys = Array.from({ length: 30 }, newKey);
    await Promise.all(keys.map((key) => counter.count(key, EVERY_BUCKET)));
    const states = await Promise.all(keys.map((key) => counter.count(key, EVERY_BUCKET)));
    const left = { ...DEFAULT_LIMITS, overall: LIMIT - 2, search: LIMIT - 2, spend: LIMIT - 2 };
    expect(states.map(({ remaining }) => remaining)).to.deep.equal(keys.map(() => left));
    const sizes = await Promise.all(cluster.primaries.map((node) => node.call('DBSIZE')));
    expect(sizes.every((size) => Number(size) > 0)).to.equal(true);
  });

  it('counts exactly while the slot of a key moves to another node', async () => {
    await untilLeft(20, counter);
    const key = newKey();
    const [one, two, three] = cluster.primaries;
    const name = `rl:{${key.keyId}}`;
    const counting = keepCounting(counter, key);
    await eventually(
      () => counting.counted,
      (counted) => counted > 20,
    );
    const slot = Number(await one?.call('CLUSTER', 'KEYSLOT', name));
    const owner = cluster.primaries[Math.floor((slot * 3) / 16_384)] ?? expect.fail();
    const target = (owner === one ? two : one) ?? expect.fail();
    const [ownerId, targetId] = [
      String(await owner.call('CLUSTER', 'MYID')),
      String(await target.call('CLUSTER', 'MYID')),
    ];
    await target.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', ownerId);
    await owner.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', targetId);
    const during = counting.counted;
    await eventually(
      () => counting.counted,
      (counted) => counted > during + 20,
    );
    // The key is at the new node and the slot still at the old one: every count is asked for there.
    await owner.call('MIGRATE', '127.0.0.1', target.port, name, 0, 5_000);
    const asked = counting.counted;
    await eventually(
      () => counting.counted,
      (counted) => counted > asked + 20,
    );
    for (const node of [target, owner, three]) await node?.call('CLUSTER', 'SETSLOT', slot, 'NODE', targetId);
    const moved = counting.counted;
    await eventually(
      () => counting.counted,
      (counted) => counted > moved + 20,
    );
    const counts = await counting.stop();
    expect(counts).to.deep.equal(upTo(counts.length));
  });

  it('counts each request once or refuses it immediately, over a failover that is asked for', async () => {
    await untilLeft(20, counter);
    const keys = Array.from({ length: 12 }, newKey);
    const counting = keys.map((key) => keepCounting(counter, key, true));
    await cluster.replica.call('CLUSTER', 'FAILOVER');
    await eventuallyEquals(async () => String(await cluster.replica.call('ROLE')).startsWith('master'), true, {
      timeoutMs: 10_000,
    });
    const before = counting.map((each) => each.counted);
    await eventually(() => counting.every((each, index) => each.counted > (before[index] ?? 0) + 10), Boolean);
    for (const each of counting) {
      const counts = await each.stop();
      expect(counts).to.deep.equal(upTo(counts.length));
    }
  });

  it('counts in memory within the deadline when a node dies, and in its replica afterwards', async () => {
    const gateway = gatewayCounter(config);
    await gateway.start();
    try {
      const [one] = cluster.primaries;
      await eventuallyEquals(() => countsInRedis(gateway), true);
      // The first node is the replica of what was its replica.
      await eventuallyEquals(
        async () => String(await one?.call('INFO', 'replication')).includes('link_status:up'),
        true,
      );
      await cluster.replica.kill();
      const isDown = async (): Promise<boolean> => {
        const startedAt = performance.now();
        const inRedis = await countsInRedis(gateway);
        expect(performance.now() - startedAt).to.be.below(1_500);
        return !inRedis;
      };
      await eventuallyEquals(isDown, true);
      const recovered = async (): Promise<boolean> => {
        for (let count = 0; count < 20; count += 1) if (!(await countsInRedis(gateway))) return false;
        return true;
      };
      await eventuallyEquals(recovered, true, { timeoutMs: 30_000, intervalMs: 100 });
    } finally {
      gateway.stop();
    }
  });
});

describe(`the rate counter behind Sentinel${pending}`, function () {
  this.timeout(120_000);
  let servers: RedisServers;

  before(async function () {
    if (!installed) return this.skip();
    servers = await openRedisServers();
  });
  after(() => servers?.stop());

  it('counts at the primary, and goes on with its counts at the replica that the Sentinels promote', async () => {
    const client = { password: 'hemligt' };
    const lines = ['requirepass hemligt', 'masterauth hemligt'];
    const primary = await servers.start(lines, { client });
    const replica = await servers.start([...lines, `replicaof 127.0.0.1 ${primary.port}`], { client });
    const sentinels = await Promise.all(
      [1, 2, 3].map(() =>
        servers.start(
          [
            `sentinel monitor rates 127.0.0.1 ${primary.port} 2`,
            'sentinel auth-pass rates hemligt',
            'sentinel down-after-milliseconds rates 500',
            'sentinel failover-timeout rates 3000',
            'requirepass watch',
            'sentinel sentinel-pass watch',
          ],
          { sentinel: true, client: { password: 'watch' } },
        ),
      ),
    );
    const gateway = gatewayCounter(
      {
        mode: 'sentinel',
        sentinels: sentinels.map(({ port }) => ({ host: '127.0.0.1', port })),
        master: 'rates',
        password: 'hemligt',
        sentinelPassword: 'watch',
        tls: false,
      },
      2_000,
    );
    try {
      await gateway.start();
      await eventuallyEquals(() => countsInRedis(gateway), true);
      for (const sentinel of sentinels)
        await eventuallyEquals(
          async () => {
            const reply = String(await sentinel.call('SENTINEL', 'MASTER', 'rates'));
            return /num-slaves,1,/.test(reply) && /num-other-sentinels,2,/.test(reply);
          },
          true,
          { timeoutMs: 20_000, intervalMs: 100 },
        );
      await untilLeft(30, gateway);
      const key = newKey();
      for (let count = 0; count < 3; count += 1) await gateway.count(key, EVERY_BUCKET);
      // As far as the replica has it: what Redis had not replicated is lost with its primary.
      const inStep = async (): Promise<unknown> => replica.call('HGET', `rl:{${key.keyId}}`, 'spend');
      await eventuallyEquals(inStep, '3');
      await primary.kill();
      await eventuallyEquals(async () => !(await countsInRedis(gateway)), true);
      await eventuallyEquals(() => countsInRedis(gateway), true, { timeoutMs: 30_000, intervalMs: 50 });
      expect(LIMIT - (await gateway.count(key, EVERY_BUCKET)).remaining.overall).to.equal(4);
      expect(String(await replica.call('ROLE'))).to.match(/^master/);
    } finally {
      gateway.stop();
    }
  });

  it('starts without Sentinels, and counts in memory', async () => {
    const gateway = gatewayCounter({
      mode: 'sentinel',
      sentinels: [{ host: '127.0.0.1', port: 1 }],
      master: 'rates',
      tls: false,
    });
    try {
      await gateway.start();
      expect((await gateway.count(newKey(), EVERY_BUCKET)).remaining.overall).to.equal(LIMIT - 1);
    } finally {
      gateway.stop();
    }
  });
});

describe(`the rate counter over TLS${pending}`, function () {
  this.timeout(60_000);
  let servers: RedisServers;
  let home: string;

  before(async function () {
    if (!installed) return this.skip();
    servers = await openRedisServers();
    home = await mkdtemp(path.join(tmpdir(), 'prospect-redis-tls-'));
  });
  after(async () => {
    await servers?.stop();
    if (home !== undefined) await rm(home, { recursive: true, force: true });
  });

  it('trusts the authority of REDIS_CA_FILE, and no other', async () => {
    const authority = createTestAuthority();
    const { certificate, key } = authority.issue({ dnsNames: ['localhost'] });
    const files = {
      ca: authority.certificate,
      cert: certificate,
      key,
      other: createTestAuthority('other').certificate,
    };
    const fileOf = (name: string): string => path.join(home, `${name}.pem`);
    for (const [name, pem] of Object.entries(files)) writeFileSync(fileOf(name), pem);
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    await servers.start(
      [
        'port 0',
        `tls-port ${port}`,
        `tls-cert-file ${fileOf('cert')}`,
        `tls-key-file ${fileOf('key')}`,
        `tls-ca-cert-file ${fileOf('ca')}`,
        'tls-auth-clients no',
      ],
      { port, client: { host: 'localhost', tls: { ca: files.ca } } },
    );
    const url = `rediss://localhost:${port}`;
    for (const [caFile, inRedis] of [
      [fileOf('ca'), true],
      [fileOf('other'), false],
    ] as const) {
      const gateway = gatewayCounter({ mode: 'single', url, caFile }, 2_000);
      try {
        await gateway.start();
        expect(await countsInRedis(gateway), caFile).to.equal(inRedis);
      } finally {
        gateway.stop();
      }
    }
  });
});
