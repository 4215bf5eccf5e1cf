import { Counter, Histogram, type Registry } from 'prom-client';
import { toDomainError } from '../errors/index.js';

/** Rate, errors and duration of RPCs by method. `code` is `ok` or an error code. */
export interface RpcMetrics {
  /** Starts the time. The returned function counts the outcome of the given call and returns it. */
  start(): <Result>(path: string, answer: Promise<Result>) => Promise<Result>;
}

/** Buckets in seconds, finest where most calls are (1 to 50 ms). */
export const DURATION_BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createRpcMetrics(registry: Registry, side: 'client' | 'server'): RpcMetrics {
  const duration = new Histogram({
    name: `prospect_rpc_${side}_duration_seconds`,
    help: `Duration of RPCs as the ${side} sees them.`,
    labelNames: ['method'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  const calls = new Counter({
    name: `prospect_rpc_${side}_calls_total`,
    help: `RPCs by method and outcome as the ${side} sees them.`,
    labelNames: ['method', 'code'],
    registers: [registry],
  });
  return {
    start() {
      const startedAt = performance.now();
      return async (path, answer) => {
        try {
          const result = await answer;
          calls.inc({ method: path, code: 'ok' });
          return result;
        } catch (error) {
          calls.inc({ method: path, code: toDomainError(error).code });
          throw error;
        } finally {
          duration.observe({ method: path }, (performance.now() - startedAt) / 1000);
        }
      };
    },
  };
}
