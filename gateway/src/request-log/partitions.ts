import type { Pool } from '@prospecting/platform/postgres';
import { dropPartitions } from './sql/drop-partitions.js';
import { ensurePartitions } from './sql/ensure-partitions.js';

/** The UTC day of an instant, as the partitions are cut. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** Makes today's and tomorrow's partitions and drops those past their 30 days. Safe to run from several gateways at once. */
export async function maintainPartitions(pool: Pool, now: Date): Promise<void> {
  await ensurePartitions.run(pool, [dayOf(now)]);
  await dropPartitions.run(pool, [dayOf(now)]);
}
