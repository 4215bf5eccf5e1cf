import { percentile } from './statistics.js';

/**
 * Sends one request of a virtual client. Resolves when its answer is checked, rejects when the
 * answer is wrong or late.
 */
export type SendRequest = (client: number) => Promise<void>;

export interface Period {
  /**
   * Time under the same load before counting starts, in which connections, caches and compilers
   * settle.
   */
  readonly settleMs: number;
  readonly measureMs: number;
}

/** What closed-loop clients observed: each sends its next request when the last is answered. */
export interface Measurement {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Keeps `clients` requests in flight for the whole period. Stops and throws at the first failure.
 */
export async function measure(
  clients: number,
  period: Period,
  send: SendRequest,
  signal: AbortSignal,
): Promise<Measurement> {
  const countFrom = performance.now() + period.settleMs;
  const countUntil = countFrom + period.measureMs;
  const latenciesMs: number[] = [];
  let failed = false;

  const runClient = async (client: number): Promise<void> => {
    try {
      for (let sentAt = performance.now(); sentAt < countUntil && !failed; sentAt = performance.now()) {
        signal.throwIfAborted();
        await send(client);
        const answeredAt = performance.now();
        if (answeredAt >= countFrom && answeredAt < countUntil) latenciesMs.push(answeredAt - sentAt);
      }
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => runClient(client)));
  return summarise(latenciesMs, period.measureMs);
}

/**
 * @param latenciesMs Latencies of all requests answered within the time, in any order. Sorted in
 * place.
 */
export function summarise(latenciesMs: number[], measureMs: number): Measurement {
  if (latenciesMs.length === 0) throw new Error(`no request was answered within ${measureMs} ms`);
  latenciesMs.sort((a, b) => a - b);
  return {
    requestsPerSecond: (latenciesMs.length * 1000) / measureMs,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}
