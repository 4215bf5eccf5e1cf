import { withTimeout } from '@prospecting/platform/timing';
import type { Result } from 'ioredis';
import { BUCKET_NAMES, WINDOW_SECONDS } from '@prospecting/openapi';
import { bucketState, forEachBucket, type BucketCounter, type BucketCounts } from './buckets.js';
import type { RedisConfig } from './redis-config.js';
import { connect, createRedis } from './redis-connection.js';

export interface RedisCounterOptions {
  readonly redis: RedisConfig;
  /** Longest wait for a count. Default: 250. */
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
  isConnected(): boolean;
  stop(): void;
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequest(key: string, ...buckets: string[]): Result<number[], Context>;
  }
}

/**
 * Much longer than a count takes, as each that is given up moves a second of requests to memory; much
 * shorter than what a request may take.
 */
const COMMAND_TIMEOUT_MS = 250;

/**
 * Longest wait for the first connection. Sentinels and clusters that do not answer are asked again
 * for ever, in the background.
 */
const START_TIMEOUT_MS = 2_000;

/**
 * KEYS[1] holds the current window of a key and its counts: one hash, so that a cluster finds all
 * of them in one slot, also while it moves that slot to another node. A script may only touch the
 * keys that it declares there, and only Redis knows the current window: so the window is in the
 * value, not in the name.
 *
 * ARGV are the buckets in which the request counts. Returns the counts of all buckets in their
 * order, then the seconds to the next window.
 *
 * A failover may set the clock back. Then the window that has begun goes on, so that no minute
 * starts twice; a window further ahead comes from a wrong clock, and is dropped.
 */
const COUNT_SCRIPT = `
local seconds = tonumber(redis.call('TIME')[1])
local window = math.floor(seconds / ${WINDOW_SECONDS})
local begun = tonumber(redis.call('HGET', KEYS[1], 'window') or -1)
if begun ~= window and begun ~= window + 1 then
  redis.call('DEL', KEYS[1])
  redis.call('HSET', KEYS[1], 'window', window)
  redis.call('PEXPIRE', KEYS[1], ${2 * WINDOW_SECONDS * 1000})
end
for _, bucket in ipairs(ARGV) do
  redis.call('HINCRBY', KEYS[1], bucket, 1)
end
local answer = {}
for position, count in ipairs(redis.call('HMGET', KEYS[1], ${BUCKET_NAMES.map((name) => `'${name}'`).join(', ')})) do
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
  const { commandTimeoutMs = COMMAND_TIMEOUT_MS } = options;
  const redis = createRedis(options.redis);
  redis.on('error', (error: Error) => options.onError?.(error));
  redis.defineCommand('countRequest', { numberOfKeys: 1, lua: COUNT_SCRIPT });
  return {
    async count(key, buckets) {
      const reply = await withTimeout(redis.countRequest(`rl:{${key.keyId}}`, ...buckets), commandTimeoutMs, () => {
        throw new Error(`redis did not answer within ${commandTimeoutMs} ms`);
      });
      const { counts, resetSeconds } = readReply(reply);
      return bucketState(key.limits, counts, buckets, resetSeconds);
    },
    // The error event reports failures.
    start: () =>
      withTimeout(
        connect(redis).catch(() => {}),
        START_TIMEOUT_MS,
        () => {},
      ),
    isConnected: () => redis.status === 'ready',
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
