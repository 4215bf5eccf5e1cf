import { setTimeout as sleep } from 'node:timers/promises';
import { statement, type Pool } from '@prospecting/platform/postgres';
import { postgresPids } from './database.js';
import { parseMetrics, sumOf } from './metrics-text.js';
import { readMemory, readProcess } from './process-reading.js';
import type { MetricName, Sampled, Series } from './soak-series.js';
import type { Tally } from './soak-tally.js';
import type { Installation, RunningPart } from './stacks.js';

export interface SamplesOptions {
  readonly stack: Installation;
  /** The superuser's connection, which is not sampled itself. */
  readonly pool: Pool;
  readonly tally: Tally;
  readonly everyMs: number;
  /** Milliseconds since the start. */
  readonly now: () => number;
}

/** Samples of an installation under load. */
export interface Samples {
  /** Samples at even times until the abort. */
  run(signal: AbortSignal): Promise<void>;
  series(): Series[];
  /** Returns the highest resident set of each process. */
  peaks(): ReadonlyMap<string, number>;
}

const MEGABYTE = 2 ** 20;
const METRICS_TIMEOUT_MS = 2_000;
const ROLE_PREFIX = 'prospect_';

/** Counts the connections of each role of the product. Locks nothing. */
const selectBackends = statement<[prefix: string], { readonly role: string; readonly count: number }>(
  'bench_select_backends',
  `select usename as role, count(*)::integer as count from pg_catalog.pg_stat_activity
  where datname = current_database() and starts_with(usename, $1) group by usename`,
);

/** Selects the tables whose rows are kept for a time, with indexes and all partitions. Locks nothing. */
const selectTables = statement<[tables: readonly string[]], { readonly table: string; readonly bytes: number }>(
  'bench_select_table_sizes',
  `select t.name as "table", (pg_catalog.pg_total_relation_size(to_regclass(t.name)) + coalesce((
    select sum(pg_catalog.pg_total_relation_size(p.relid))
    from pg_catalog.pg_partition_tree(to_regclass(t.name)) p where p.level > 0
  ), 0))::float8 as bytes
  from unnest($1::text[]) as t (name)`,
);
const TABLES = ['edge.stored_responses', 'edge.request_log', 'reveal.reveals', 'credits.entries'] as const;

export function createSamples({ stack, pool, tally, everyMs, now }: SamplesOptions): Samples {
  const series = new Map<string, Series & { readonly points: Sampled[] }>();
  const peaks = new Map<string, number>();

  const add = (metric: MetricName, subject: string, pid: number, value: number | undefined): void => {
    if (value === undefined) return;
    const key = `${metric} ${subject}`;
    const found = series.get(key) ?? { metric, subject, points: [] };
    series.set(key, found);
    found.points.push({ atMs: now(), pid, value });
  };

  const samplePart = async ({ process: { name, child }, adminUrl }: RunningPart): Promise<void> => {
    const pid = child.pid ?? 0;
    const reading = await readProcess(pid);
    if (reading === undefined) return;
    peaks.set(name, Math.max(peaks.get(name) ?? 0, reading.peakRssBytes));
    add('rss', name, pid, reading.rssBytes / MEGABYTE);
    add('descriptors', name, pid, reading.descriptors);
    add('sockets', name, pid, reading.sockets);
    const metrics = await readMetrics(adminUrl);
    const scaled = (metric: string, factor: number): number | undefined => {
      const value = sumOf(metrics, metric);
      return value === undefined ? undefined : value * factor;
    };
    add('heap', name, pid, scaled('nodejs_heap_size_used_bytes', 1 / MEGABYTE));
    add('handles', name, pid, sumOf(metrics, 'nodejs_active_resources_total'));
    add('lag', name, pid, scaled('nodejs_eventloop_lag_p99_seconds', 1_000));
    add('waiting', name, pid, sumOf(metrics, 'prospect_pool_connections', { state: 'waiting' }));
    add('queued', `log lines of ${name}`, pid, sumOf(metrics, 'prospect_request_log_queued'));
    add('queued', `settlements of ${name}`, pid, sumOf(metrics, 'prospect_settlements_queued'));
  };

  const samplePostgres = async (): Promise<void> => {
    const pids = await postgresPids(pool);
    const memory = await Promise.all(pids.map((pid) => readMemory(pid).catch(() => undefined)));
    const bytes = memory.reduce((sum, each) => sum + (each?.privateBytes ?? 0), 0);
    add('private', 'postgres', 0, bytes / MEGABYTE);
    for (const { role, count } of await selectBackends.run(pool, [ROLE_PREFIX])) {
      // A role that comes and goes with its work has no series.
      if (role !== `${ROLE_PREFIX}importer`) add('backends', role.slice(ROLE_PREFIX.length), 0, count);
    }
    for (const { table, bytes: size } of await selectTables.run(pool, [TABLES]))
      add('tables', table, 0, size / MEGABYTE);
  };

  let lastMs = now();
  const sampleLoad = (): void => {
    const { answered, p99Ms } = tally.window();
    const sinceMs = now() - lastMs;
    lastMs = now();
    add('rate', 'all connections', 0, (answered * 1_000) / Math.max(1, sinceMs));
    add('p99', 'all connections', 0, p99Ms);
  };

  return {
    async run(signal) {
      for (let tick = 1; !signal.aborted; tick += 1) {
        const waitMs = Math.max(0, tick * everyMs - now());
        await sleep(waitMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        sampleLoad();
        // A sample that PostgreSQL does not answer in time is missing, and no reason to end the run.
        await Promise.all([...stack.parts.map(samplePart), samplePostgres().catch(() => undefined)]);
      }
    },
    series: () => [...series.values()].sort((a, b) => a.subject.localeCompare(b.subject)),
    peaks: () => peaks,
  };
}

/** Returns no samples when the process does not answer. */
async function readMetrics(adminUrl: string): Promise<ReturnType<typeof parseMetrics>> {
  try {
    const response = await fetch(`${adminUrl}/metrics`, { signal: AbortSignal.timeout(METRICS_TIMEOUT_MS) });
    return parseMetrics(await response.text());
  } catch {
    return [];
  }
}
