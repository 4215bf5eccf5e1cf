import type { Clock } from '@prospecting/platform/clock';
import type { Pool } from '@prospecting/platform/postgres';
import type { RetentionJob } from '@prospecting/platform/retention';
import type { ResponseStore } from '../idempotency/response-store.js';
import type { MissedNumbers } from '../privacy/missed-numbers.js';
import { MISS_COUNTS_MS } from '../privacy/misses.js';
import { dropPartitions } from '../request-log/sql/drop-partitions.js';
import { selectOldestMiss } from './sql/select-oldest-miss.js';
import { selectOldestPartition } from './sql/select-oldest-partition.js';
import { selectOldestResponse } from './sql/select-oldest-response.js';

export interface GatewayRetention {
  /** The schema `edge`. */
  readonly pool: Pool;
  /** Decides what is past its time. While it throws, nothing is. */
  readonly clock: Clock;
  readonly responseStore: Pick<ResponseStore, 'sweep'>;
  readonly missedNumbers: Pick<MissedNumbers, 'sweep'>;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
/** A partition has the rows of one day, and goes when the last of them is older than 30 days. */
const PARTITION_KEPT_MS = 31 * DAY_MS;

/** What the gateway keeps no longer than it says (docs/personal-data.md). */
export function gatewayRetentionJobs(dependencies: GatewayRetention): RetentionJob[] {
  const { pool, clock, responseStore, missedNumbers } = dependencies;
  const sinceDue = (due: number | undefined): number => (due === undefined ? 0 : clock.now().getTime() - due);
  return [
    {
      what: 'stored_responses',
      runBatch: () => responseStore.sweep(),
      async overdueMs() {
        const [oldest] = await selectOldestResponse.run(pool, []);
        return sinceDue(oldest?.expiresAt.getTime());
      },
    },
    {
      what: 'missed_numbers',
      runBatch: () => missedNumbers.sweep(),
      async overdueMs() {
        const [oldest] = await selectOldestMiss.run(pool, []);
        return sinceDue(oldest && oldest.missedAt.getTime() + MISS_COUNTS_MS);
      },
    },
    {
      what: 'request_log_partitions',
      async runBatch() {
        const [row] = await dropPartitions.run(pool, [clock.now().toISOString().slice(0, 10)]);
        return row?.dropped ?? 0;
      },
      async overdueMs() {
        const [oldest] = await selectOldestPartition.run(pool, []);
        return sinceDue(oldest && Date.parse(oldest.day) + PARTITION_KEPT_MS);
      },
    },
  ];
}
