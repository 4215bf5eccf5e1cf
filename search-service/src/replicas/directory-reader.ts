import type { Pool, Queryable } from '@prospecting/platform/postgres';

/** The servers from which the directory is read. */
export interface DirectoryReader {
  /**
   * Returns where the statements of one call run. They run on one server, so that the second never
   * sees less than the first, unless that server goes away between them.
   */
  forCall(): Queryable;
  /** The server that has every commit. */
  readonly primary: Queryable;
  /** True while a replica can be read, whether or not the primary can. */
  hasUsableReplica(): boolean;
  /** Resolves when it is known which servers can be read. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Reads the directory from its only server. */
export function readFrom(pool: Pool): DirectoryReader {
  return {
    forCall: () => pool,
    primary: pool,
    hasUsableReplica: () => false,
    start: () => Promise.resolve(),
    close: () => pool.end(),
  };
}
