/** Where requests are counted: in Redis for several gateways, in memory for one or while Redis is down. */
export { createCounter, type Counter, type CounterOptions } from './counter.js';
export { createMemoryCounter, type MemoryCounterOptions } from './memory-counter.js';
export { createRedisCounter, type RedisCounter, type RedisCounterOptions } from './redis-counter.js';
