import type { Clock } from '@prospecting/platform/clock';
import type { Pool } from '@prospecting/platform/postgres';

export interface CreditsDependencies {
  /** The schema `credits`. */
  readonly pool: Pool;
  readonly clock: Clock;
}
