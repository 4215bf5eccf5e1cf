import type { Clock } from '@prospecting/platform/clock';
import type { Pool } from '@prospecting/platform/postgres';
import type { SpendingDependencies } from '../spending/dependencies.js';

/** What RevealViewer is built from. */
export interface ViewerDependencies {
  /** The schema `reveal`. */
  readonly revealPool: Pool;
  /** The schema `directory`, which may be on another server. */
  readonly directoryPool: Pool;
  readonly clock: Clock;
}

/** What RevealAdmin is built from. */
export type AdminDependencies = Pick<SpendingDependencies, 'revealPool' | 'clock' | 'credits'>;
