import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@prospecting/platform/testing';
import { sendOnce } from '../load/client.js';
import { RELEASE, REPLICAS, SERVICES, type Service } from '../release.js';
import { assert, untilWhole, type Disruption, type Scene } from './disruption.js';

const WINDOW_MS = 60_000;
/** Longer than the requests of the bucket test take. */
const LEAST_LEFT_MS = 30_000;
const LIMIT = 40;
/** How long Redis stays away. */
const AWAY_MS = 10_000;

async function scale({ cluster }: Scene, deployment: string, replicas: number): Promise<void> {
  await cluster.kubectl(['scale', `deployment/${RELEASE}-${deployment}`, `--replicas=${replicas}`]);
  await cluster.untilReady(deployment, replicas);
}

const scaleGateway: Disruption = {
  name: 'scale-gateway',
  allowed: 'nothing',
  async run(scene) {
    await scale(scene, 'gateway', 1);
    await scale(scene, 'gateway', 3);
    await assertExactBuckets(scene);
    await scale(scene, 'gateway', REPLICAS);
  },
};

/**
 * Asserts that all gateways together serve exactly the requests that a bucket allows in a minute.
 */
async function assertExactBuckets({ cluster, installed }: Scene): Promise<void> {
  const { id } = await installed.admin.post<{ id: string }>('/accounts', { name: 'Gränskunden AB' });
  const limits = { overall: LIMIT, search: LIMIT, spend: LIMIT };
  const { key } = await installed.admin.post<{ key: string }>(`/accounts/${id}/keys`, { name: 'limited', limits });
  const left = WINDOW_MS - (Date.now() % WINDOW_MS);
  // The window is a minute of the clock: there is no condition to wait for but the time.
  if (left < LEAST_LEFT_MS) await delay(left + 100);
  const before = await servedBy(cluster);
  const statuses: (number | undefined)[] = [];
  for (let sent = 0; sent < LIMIT * 1.5; sent += 5) {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => sendOnce(installed.baseUrl, key, { path: '/credits' })),
    );
    statuses.push(...answers.map((answer) => answer?.status));
  }
  const served = statuses.filter((status) => status === 200).length;
  const refused = statuses.filter((status) => status === 429).length;
  assert(served === LIMIT, `three gateways served ${served} requests of a bucket of ${LIMIT}`);
  assert(served + refused === statuses.length, `a bucket was answered with ${[...new Set(statuses)].join(', ')}`);
  const pods = [...(await servedBy(cluster))].filter(([pod, count]) => count > (before.get(pod) ?? 0));
  assert(pods.length === 3, `only ${pods.length} of three gateways served`);
}

/** Returns how many lines each gateway has logged: one for each request. */
async function servedBy(cluster: Scene['cluster']): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of await cluster.pods('gateway')) {
    const log = await cluster.kubectl(['logs', name, '--since=5m']);
    counts.set(name, log.split('"msg":"request"').length - 1);
  }
  return counts;
}

const scaleServices: Disruption = {
  name: 'scale-services',
  allowed: 'nothing',
  async run(scene) {
    for (const service of SERVICES) {
      if (service === 'gateway') continue;
      await scale(scene, service, REPLICAS + 1);
      await scale(scene, service, REPLICAS);
    }
  },
};

const killPods: Disruption = {
  name: 'kill-pods',
  allowed: 'outage',
  async run(scene) {
    const { cluster, random } = scene;
    for (const service of random.sample<Service>(SERVICES, SERVICES.length)) {
      const { name } = random.pick(await cluster.pods(service));
      await cluster.kubectl(['delete', 'pod', name, '--force', '--grace-period=0']);
      await cluster.untilReady(service, REPLICAS);
    }
  },
};

const drainNode: Disruption = {
  name: 'drain-node',
  allowed: 'nothing',
  async run(scene) {
    const { cluster } = scene;
    const database = (await cluster.pods('postgresql'))[0]?.node;
    const workers = (await cluster.nodes()).filter(({ isControlPlane, name }) => !isControlPlane && name !== database);
    const node = workers[0]?.name;
    assert(node !== undefined, 'there is no worker without the database');
    try {
      // Redis may be on the node; without it each gateway counts by itself.
      const flags = ['--ignore-daemonsets', '--delete-emptydir-data', '--timeout=240s'];
      await cluster.kubectl(['drain', node, ...flags], { timeoutMs: 270_000 });
      const left = (await cluster.pods()).filter((pod) => pod.node === node && pod.phase === 'Running');
      assert(left.length === 0, `${left.map(({ name }) => name).join()} stayed on the drained node`);
      await untilWhole(scene);
    } finally {
      await cluster.kubectl(['uncordon', node]);
    }
  },
};

const databaseRestart: Disruption = {
  name: 'database-restart',
  allowed: 'outage',
  async run(scene) {
    await scene.cluster.kubectl(['delete', 'pod', `${RELEASE}-postgresql-0`]);
    await scene.cluster.untilReady('postgresql', 1);
    await untilWhole(scene);
    await untilServing(scene);
  },
};

const redisAway: Disruption = {
  name: 'redis-away',
  allowed: 'nothing',
  async run(scene) {
    await scale(scene, 'redis', 0);
    // Customers notice nothing, so there is nothing to wait for: only time for requests without
    // Redis.
    await delay(AWAY_MS);
    await scale(scene, 'redis', 1);
    const exact = (): Promise<boolean> =>
      assertExactCounter(scene).then(
        () => true,
        () => false,
      );
    assert(await eventually(exact, (is) => is, { timeoutMs: 60_000, intervalMs: 1_000 }), 'Redis is not used again');
  },
};

/** Asserts that the gateways count together again: every request of a new key is seen by all. */
async function assertExactCounter({ installed }: Scene): Promise<void> {
  const { id } = await installed.admin.post<{ id: string }>('/accounts', { name: 'Räknekunden AB' });
  const limits = { overall: 4, search: 4, spend: 4 };
  const { key } = await installed.admin.post<{ key: string }>(`/accounts/${id}/keys`, { name: 'limited', limits });
  const statuses: (number | undefined)[] = [];
  for (let sent = 0; sent < 8; sent += 1)
    statuses.push((await sendOnce(installed.baseUrl, key, { path: '/credits' }))?.status);
  assert(statuses.filter((status) => status === 200).length === 4, `answered ${statuses.join()}`);
}

/** Waits until customers are served again. */
export async function untilServing({ installed, accounts }: Scene): Promise<void> {
  const key = accounts[0]?.customer.key ?? '';
  const ask = async (): Promise<number | undefined> =>
    (await sendOnce(installed.baseUrl, key, { path: '/credits' }))?.status;
  const status = await eventually(ask, (is) => is === 200, { timeoutMs: 120_000, intervalMs: 500 });
  assert(status === 200, `customers are answered ${status}`);
}

export const POD_DISRUPTIONS: readonly Disruption[] = [
  scaleGateway,
  scaleServices,
  killPods,
  drainNode,
  databaseRestart,
  redisAway,
];
