import type { HttpBatches } from './http-batches.js';
import type { Cores, CpuWatch } from './overload-cpu.js';
import type { GeneratorOrders } from './overload-generator.js';
import type { SinkAddress } from './overload-sink.js';
import { nextMessage, startProcess, type ProcessOptions } from './processes.js';
import { notify } from './server.js';
import { measureTarget } from './target.js';

/** What clients that wait for each answer are served. */
export interface Best {
  readonly connections: number;
  readonly requestsPerSecond: number;
  readonly cores: Cores;
}

const SETTLE_MS = 1_000;
const MEASURE_MS = 5_000;
const WARM_UP = { connections: 16, period: { settleMs: 0, measureMs: 10_000 } };
/** The error of a client whose request was refused. */
const REFUSED = 'unexpected status 503';
/** The sink answers at once, so few requests are under way. */
const SINK_CONNECTIONS = 200;

/** Checks every answer, warms up, and returns the best at any of the numbers of connections. */
export async function findBest(
  target: HttpBatches,
  connections: readonly number[],
  cpu: CpuWatch,
  signal: AbortSignal,
): Promise<Best> {
  notify(`${target.variant}: checking every answer, warming up, and looking for the best rate`);
  await target.verify();
  await measureTarget(target, WARM_UP.connections, WARM_UP.period, signal);
  let best: Best | undefined;
  for (const each of connections) {
    try {
      const found = await measureAt(target, each, cpu, signal);
      const { requestsPerSecond, cores } = found;
      const cpuMs = (of: number): string => ((1_000 * of) / requestsPerSecond).toFixed(2);
      notify(
        `  ${each} connections: ${Math.round(requestsPerSecond)} requests/s; CPU time of each: ` +
          `product ${cpuMs(cores.product)} ms, PostgreSQL ${cpuMs(cores.postgres)} ms`,
      );
      if (best === undefined || requestsPerSecond > best.requestsPerSecond) best = found;
    } catch (error) {
      // So many are more than this machine carries within a second each, so fewer are the best.
      if (!(error instanceof Error && error.message === REFUSED) || best === undefined) throw error;
      notify(`  ${each} connections: refused`);
    }
  }
  if (best === undefined) throw new Error('no number of connections to measure');
  return best;
}

async function measureAt(target: HttpBatches, connections: number, cpu: CpuWatch, signal: AbortSignal): Promise<Best> {
  const fromEpochMs = Date.now() + SETTLE_MS;
  const period = { settleMs: SETTLE_MS, measureMs: MEASURE_MS };
  const { requestsPerSecond } = await measureTarget(target, connections, period, signal);
  return { connections, requestsPerSecond, cores: cpu.between(fromEpochMs, fromEpochMs + MEASURE_MS) };
}

/**
 * Measures the best again while a generator sends the excess of the overload to a sink, so that as
 * much CPU time as in the overload goes to sending, and none of the product's to refusing.
 */
export async function bestBesideExcess(
  target: HttpBatches,
  best: Best,
  { cpu, orders, processes }: { cpu: CpuWatch; orders: GeneratorOrders; processes: Pick<ProcessOptions, 'logDir'> },
  signal: AbortSignal,
): Promise<Best> {
  const sink = await startProcess({ ...processes, name: 'sink', entry: new URL('overload-sink.js', import.meta.url) });
  try {
    const { baseUrl } = (await nextMessage(sink, signal)) as SinkAddress;
    const entry = new URL('overload-generator.js', import.meta.url);
    const generator = await startProcess({ ...processes, name: 'generator-sink', entry });
    try {
      generator.child.send({ ...orders, baseUrl, connections: SINK_CONNECTIONS } satisfies GeneratorOrders);
      return await measureAt(target, best.connections, cpu, signal);
    } finally {
      await generator.stop();
    }
  } finally {
    await sink.stop();
  }
}
