/**
 * Rate limits of a key: the arithmetic and the headers of its buckets, and the counters. Counts are
 * in Redis for several gateways, and in memory for one gateway or while Redis does not answer.
 */
export { rateHeaders, type BucketCounter, type BucketState, type CountedKey, type RateHeaders } from './buckets.js';
export { createCounter, type Counter, type CounterOptions } from './counter.js';
export { createMemoryCounter, type MemoryCounterOptions } from './memory-counter.js';
export { redisFields, toRedisConfig, type RedisConfig } from './redis-config.js';
