import type { GuardedClock } from '@prospecting/platform/clock';
import type { CrashPoints } from '@prospecting/platform/crash-points';
import type { Service } from '@prospecting/platform/grpc';
import type { Pool } from '@prospecting/platform/postgres';
import type { Logger, Registry } from '@prospecting/platform/telemetry';
import type { credits } from '@prospecting/protos';
import type { RevealCrashPoint } from './crash-points.js';

/** The two services of credits-service, over gRPC or in this process. */
export interface Credits {
  readonly reader: Service<credits.CreditsReaderDefinition>;
  readonly ledger: Service<credits.CreditsLedgerDefinition>;
}

export interface SpendingDependencies {
  /** The schema `reveal`. */
  readonly revealPool: Pool;
  /** The schema `directory`, which may live on another server. */
  readonly directoryPool: Pool;
  /** Held against the clock of `revealPool`'s database. */
  readonly clock: GuardedClock;
  readonly credits: Credits;
  readonly logger: Logger;
  /** Metrics are counted where there is one. */
  readonly registry?: Registry | undefined;
  /** Draws a UUID. */
  readonly newId: () => string;
  /** Waits between two tries; real time, as what it waits for is other processes. */
  readonly pause: (durationMs: number) => Promise<void>;
  readonly crashPoints?: CrashPoints<RevealCrashPoint> | undefined;
}
