import { backoffMs, type BackoffLimits } from '@prospecting/platform/timing';
import { Redis, type Result } from 'ioredis';
import { BUCKET_NAMES, WINDOW_SECONDS } from '@prospecting/openapi';
import { bucketState, forEachBucket, type BucketCounter, type BucketCounts } from './buckets.js';

export interface RedisCounterOptions {
  readonly redisUrl: string;
  /** Longest wait for a count. Default: 100. */
  readonly commandTimeoutMs?: number;
  /** Called for each connection error. ioredis reconnects by itself. */
  readonly onError?: (error: Error) => void;
}

/** Counts in Redis. Unlike other counters it throws when Redis does not answer in time. */
export interface RedisCounter extends BucketCounter {
  /**
   * Resolves after the first attempt to connect, even when it failed. Retries run in the
   * background.
   */
  start(): Promise<void>;
  stop(): void;
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequest(key: string, ...buckets: string[]): Result<number[], Context>;
  }
}

const RECONNECT: BackoffLimits = { firstMs: 100, maxMs: 2_000 };

/**
 * KEYS[1] is the prefix of a key's windows. ARGV are the buckets in which the request counts.
 * Returns the counts of all buckets in their order, then the seconds to the next window.
 *
 * Only Redis knows the current window, so the script completes the name of the key. The hash tag in
 * the prefix keeps all windows in the declared slot. A window expires a minute after its end, in
 * case a failover sets the clock back.
 */
const COUNT_SCRIPT = `
local seconds = tonumber(redis.call('TIME')[1])
local window = KEYS[1] .. math.floor(seconds / ${WINDOW_SECONDS})
for _, bucket in ipairs(ARGV) do
  redis.call('HINCRBY', window, bucket, 1)
end
redis.call('PEXPIRE', window, ${2 * WINDOW_SECONDS * 1000})
local answer = {}
for position, count in ipairs(redis.call('HMGET', window, ${BUCKET_NAMES.map((name) => `'${name}'`).join(', ')})) do
  answer[position] = tonumber(count or 0)
end
answer[#answer + 1] = ${WINDOW_SECONDS} - seconds % ${WINDOW_SECONDS}
return answer
`;

/**
 * Creates a counter that counts a request in one round trip. Windows go by the clock of Redis, so
 * the clocks of gateways do not matter.
 */
export function createRedisCounter(options: RedisCounterOptions): RedisCounter {
  const redis = new Redis(options.redisUrl, {
    commandTimeout: options.commandTimeoutMs ?? 100,
    connectTimeout: 1_000,
    lazyConnect: true,
    // A request that Redis cannot count now is counted in memory. It must not wait for a
    // connection, and must not be sent late.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    // ioredis counts its attempts from 1.
    retryStrategy: (attempt) => backoffMs(RECONNECT, attempt - 1),
    connectionName: 'prospect-gateway',
  });
  redis.on('error', (error) => options.onError?.(error));
  redis.defineCommand('countRequest', { numberOfKeys: 1, lua: COUNT_SCRIPT });
  return {
    async count(key, buckets) {
      const reply = await redis.countRequest(`rl:{${key.keyId}}:`, ...buckets);
      const { counts, resetSeconds } = readReply(reply);
      return bucketState(key.limits, counts, buckets, resetSeconds);
    },
    // The error event reports failures.
    start: () => redis.connect().catch(() => {}),
    stop: () => redis.disconnect(),
  };
}

function readReply(reply: readonly number[]): { counts: BucketCounts; resetSeconds: number } {
  const expected = BUCKET_NAMES.length + 1;
  if (reply.length !== expected || !reply.every(Number.isSafeInteger)) {
    throw new Error(`the counting script returned something other than ${expected} integers`);
  }
  const resetSeconds = reply[BUCKET_NAMES.length] as number;
  if (resetSeconds < 1 || resetSeconds > WINDOW_SECONDS) {
    throw new Error(`the counting script returned a reset of ${resetSeconds} s`);
  }
  return { counts: forEachBucket((_name, index) => reply[index] as number), resetSeconds };
}
