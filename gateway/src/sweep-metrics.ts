import type { Clock } from '@prospecting/platform/clock';
import { Counter, Gauge, type Registry } from '@prospecting/platform/telemetry';

/** What the gateway deletes when its time has come. */
const SWEPT = ['stored_responses', 'missed_numbers', 'request_log_partitions'] as const;

export type Swept = (typeof SWEPT)[number];

/** Counts what sweeps delete, and shows when each last came to its end. */
export interface SweepMetrics {
  deleted(what: Swept, count: number): void;
  /** Nothing that has expired is left. */
  complete(what: Swept): void;
}

export function createSweepMetrics(registry: Registry, clock: Clock): SweepMetrics {
  const registers = [registry];
  const deleted = new Counter({
    name: 'prospect_sweep_deleted_total',
    help: 'Expired rows of stored responses and missed numbers, and partitions of the request log, that this process deleted.',
    labelNames: ['what'],
    registers,
  });
  const completedAt = new Gauge({
    name: 'prospect_sweep_last_success_timestamp_seconds',
    help: 'When this process last deleted all that had expired: every five minutes, partitions once a day; 0 before the first time.',
    labelNames: ['what'],
    registers,
  });
  for (const what of SWEPT) {
    deleted.inc({ what }, 0);
    completedAt.set({ what }, 0);
  }
  return {
    deleted: (what, count) => deleted.inc({ what }, count),
    complete: (what) => completedAt.set({ what }, clock.now().getTime() / 1_000),
  };
}
