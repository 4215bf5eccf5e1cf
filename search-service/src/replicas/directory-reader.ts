import type { Pool, Queryable } from '@prospecting/platform/postgres';
import { databaseAnswers } from '@prospecting/platform/serving';
import type { ReadinessCheck } from '@prospecting/platform/telemetry';

/** The servers from which the directory is read. */
export interface DirectoryReader {
  /**
   * Returns where the statements of one call run. They run on one server, so that the second never
   * sees less than the first, unless that server goes away between them.
   */
  forCall(): Queryable;
  /** The server that has every commit. */
  readonly primary: Queryable;
  /** A readiness check: some server can be read. */
  readonly answers: ReadinessCheck;
  /** Resolves when it is known which servers can be read. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Reads the directory from its only server. */
export function readFrom(pool: Pool): DirectoryReader {
  return {
    forCall: () => pool,
    primary: pool,
    answers: databaseAnswers(pool),
    start: () => Promise.resolve(),
    close: () => pool.end(),
  };
}
