import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { backoffMs, type BackoffLimits } from '@prospecting/platform/timing';
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { ClusterRedis, RedisConfig, SentinelRedis } from './redis-config.js';

const RECONNECT: BackoffLimits = { firstMs: 100, maxMs: 2_000 };

const CONNECT_TIMEOUT_MS = 1_000;

/**
 * Creates a client of one Redis, of the primary that sentinels name, or of a cluster. It connects
 * when told to, reconnects by itself, and sends a command at most once: a request that it cannot
 * count now is counted in memory, so it must not wait for a connection and must not be sent late.
 */
export function createRedis(config: RedisConfig): Redis | Cluster {
  const options: RedisOptions = {
    ...credentialsOf(config),
    // Bounds what the client asks by itself. Counting has a shorter limit of its own.
    commandTimeout: CONNECT_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    connectionName: 'prospect-gateway',
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // A failover leaves a connection to a server that is a replica now. The next one leads to the
    // primary.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  };
  if (config.mode === 'cluster') return createCluster(config, options);
  const single: RedisOptions = {
    ...options,
    lazyConnect: true,
    enableOfflineQueue: false,
    // ioredis counts its attempts from 1.
    retryStrategy: (attempt) => backoffMs(RECONNECT, attempt - 1),
  };
  return config.mode === 'single' ? new Redis(config.url, single) : new Redis({ ...single, ...sentinelsOf(config) });
}

function credentialsOf(config: RedisConfig): RedisOptions {
  const { username, password, caFile } = config;
  const authority = caFile === undefined ? {} : { ca: readFileSync(caFile) };
  const isTls = config.mode === 'single' ? caFile !== undefined : config.tls;
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    // For a single server `rediss://` alone turns TLS on, with the authorities of Node.js.
    ...(isTls && { tls: authority }),
  };
}

function sentinelsOf(config: SentinelRedis & RedisConfig): RedisOptions {
  const { tls } = credentialsOf(config);
  return {
    sentinels: [...config.sentinels],
    name: config.master,
    sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
    // Without a number ioredis gives up for ever when no sentinel answers.
    sentinelRetryStrategy: (attempt) => backoffMs(RECONNECT, attempt - 1),
    // Leaves a primary that hangs when the sentinels have named another.
    failoverDetector: true,
    ...(config.sentinelPassword !== undefined && { sentinelPassword: config.sentinelPassword }),
    ...(tls !== undefined && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
  };
}

function createCluster(config: ClusterRedis & RedisConfig, redisOptions: RedisOptions): Cluster {
  return new Cluster([...config.nodes], {
    redisOptions,
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: (attempt) => backoffMs(RECONNECT, attempt - 1),
    // A node may name the slot's new owner (MOVED, ASK), and has not counted then. Nothing else is
    // sent again: the node may have counted before its connection broke.
    maxRedirections: 4,
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    // Finds the replica that took over from a node that died or hangs.
    slotsRefreshInterval: 1_000,
    slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
    // ioredis would replace a node's name with its address, which is not in the certificate.
    ...(config.tls && { dnsLookup: (address, callback) => callback(null, address) }),
  });
}

/**
 * Connects. For a cluster, waits for the primaries of all slots too: ioredis would connect to each at
 * its first command, and refuse others meanwhile.
 */
export async function connect(redis: Redis | Cluster): Promise<void> {
  await redis.connect();
  if (!(redis instanceof Cluster)) return;
  const nodes = redis.nodes('master').filter(({ status }) => status !== 'ready');
  await Promise.all(nodes.map((node) => (node.status === 'wait' ? node.connect() : once(node, 'ready'))));
}
