import { Redis, type Result } from 'ioredis';
import { BUCKET_NAMES, bucketState, WINDOW_SECONDS, type BucketCounter, type BucketCounts } from '../buckets/index.js';
import { countScript } from './count-script.js';

export interface RedisCounterOptions {
  readonly redisUrl: string;
  /** Longest a count waits. Default 100. */
  readonly commandTimeoutMs?: number;
  /** Told of connection trouble; ioredis reconnects by itself. */
  readonly onError?: (error: Error) => void;
}

/** Counts in Redis. Unlike other counters it throws when Redis does not answer in time. */
export interface RedisCounter extends BucketCounter {
  /** Resolves after the first attempt to connect, whatever its outcome; later ones go on in the background. */
  start(): Promise<void>;
  stop(): void;
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    countRequest(key: string, ...buckets: string[]): Result<number[], Context>;
  }
}

const MAX_RECONNECT_DELAY_MS = 2_000;

/** Doubling, at random between half and whole, so that gateways do not return all at once. */
function reconnectDelayMs(attempt: number): number {
  return Math.min(MAX_RECONNECT_DELAY_MS, 50 * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random() / 2);
}

/** Counts a request in one round trip, by the clock of Redis alone: gateways need not agree on the time. */
export function createRedisCounter(options: RedisCounterOptions): RedisCounter {
  const redis = new Redis(options.redisUrl, {
    commandTimeout: options.commandTimeoutMs ?? 100,
    connectTimeout: 1_000,
    lazyConnect: true,
    // A request that cannot be counted now is counted in memory: it neither waits for a connection nor is sent late.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    retryStrategy: reconnectDelayMs,
    connectionName: 'prospect-gateway',
  });
  redis.on('error', (error) => options.onError?.(error));
  redis.defineCommand('countRequest', { numberOfKeys: 1, lua: countScript });
  return {
    async count(key, buckets) {
      const reply = await redis.countRequest(`rl:{${key.keyId}}:`, ...buckets);
      const { counts, resetSeconds } = readReply(reply);
      return bucketState(key.limits, counts, buckets, resetSeconds);
    },
    // What failed is reported by the error event.
    start: () => redis.connect().catch(() => {}),
    stop: () => redis.disconnect(),
  };
}

function readReply(reply: readonly number[]): { counts: BucketCounts; resetSeconds: number } {
  const [overall, search, spend, resetSeconds] = reply;
  if (reply.length !== BUCKET_NAMES.length + 1 || !reply.every(Number.isSafeInteger)) {
    throw new Error('the counting script answered something else than four integers');
  }
  const reset = resetSeconds as number;
  if (reset < 1 || reset > WINDOW_SECONDS) throw new Error(`the counting script answered a reset of ${reset} s`);
  return {
    counts: { overall: overall as number, search: search as number, spend: spend as number },
    resetSeconds: reset,
  };
}
