import type { Clock } from '@prospecting/platform/clock';
import {
  Counter as Metric,
  Gauge,
  type Logger,
  type ReadinessCheck,
  type Registry,
} from '@prospecting/platform/telemetry';
import type { BucketCounter } from './buckets.js';
import { withFallback } from './fallback.js';
import { createMemoryCounter } from './memory-counter.js';
import type { RedisConfig } from './redis-config.js';
import { createLateRedisCounter } from './late-redis-counter.js';

export interface CounterOptions {
  /**
   * Optional. Default: requests are counted in this process, which is right for one gateway only.
   */
  readonly redis?: RedisConfig | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
  /** See RedisCounterOptions. */
  readonly commandTimeoutMs?: number;
  /** See FallbackOptions. */
  readonly pauseMs?: number;
}

/** A counter that never fails. */
export interface Counter extends BucketCounter {
  /**
   * Connects. Resolves after the first attempt, even when it failed. Retries run in the background.
   */
  start(): Promise<void>;
  /** Tells when requests that belong into Redis are counted in this process. */
  readonly check: ReadinessCheck;
  stop(): void;
}

/**
 * Creates the gateway's counter with its metrics. It counts in Redis when one is configured, and in
 * memory while Redis does not answer.
 */
export function createCounter(options: CounterOptions): Counter {
  const exceeded = new Metric({
    name: 'prospect_buckets_exceeded_total',
    help: 'Requests counted in a bucket that was already full.',
    labelNames: ['bucket'],
    registers: [options.registry],
  });
  const memory = createMemoryCounter({ clock: options.clock });
  const counter = options.redis === undefined ? memoryOnly(memory) : redisOrMemory(options, options.redis, memory);
  return {
    async count(key, buckets) {
      const state = await counter.count(key, buckets);
      for (const bucket of state.exceededBuckets) exceeded.inc({ bucket });
      return state;
    },
    check: counter.check,
    start: () => counter.start(),
    stop: () => counter.stop(),
  };
}

function memoryOnly(memory: BucketCounter): Counter {
  return { ...memory, check: () => Promise.resolve(undefined), start: () => Promise.resolve(), stop: () => {} };
}

function redisOrMemory(options: CounterOptions, config: RedisConfig, memory: BucketCounter): Counter {
  const { logger, registry } = options;
  const fallback = new Gauge({
    name: 'prospect_rate_limiter_fallback',
    help: '1 while requests are counted in this process because Redis does not answer.',
    registers: [registry],
  });
  const redis = createLateRedisCounter({
    redis: config,
    ...(options.commandTimeoutMs !== undefined && { commandTimeoutMs: options.commandTimeoutMs }),
    onError: (error) => logger.debug({ err: error }, 'redis connection failed; reconnecting'),
  });
  let isDown = false;
  const counter = withFallback(redis, memory, {
    ...(options.pauseMs !== undefined && { pauseMs: options.pauseMs }),
    onChange(down, error) {
      isDown = down;
      fallback.set(down ? 1 : 0);
      if (down) logger.error({ err: error }, 'redis does not answer: requests are counted in this process');
      else logger.info('redis answers again: requests are counted there');
    },
  });
  const check: ReadinessCheck = () => {
    const reason = 'redis does not answer: requests are counted in this process';
    return Promise.resolve(isDown || !redis.isConnected() ? { reason, isTolerated: true } : undefined);
  };
  return {
    count: (key, buckets) => counter.count(key, buckets),
    check,
    start: () => redis.start(),
    stop() {
      counter.stop();
      redis.stop();
    },
  };
}
