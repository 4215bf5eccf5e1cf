/**
 * One request with a valid key, as the log keeps it for 30 days. It contains no body, no query and
 * no personal data.
 */
export interface RequestLogEntry {
  readonly keyId: string;
  readonly accountId: string;
  /** When the request arrived. */
  readonly at: Date;
  readonly method: string;
  /** Path of its route, else UNKNOWN_PATH: a mistyped path may contain anything. */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  /** Items of the batch. Null: it has none, or was refused before its body was read. */
  readonly items: number | null;
  /** Charge of its operation, as known to this attempt. A retry may report an earlier charge. */
  readonly creditsMillicredits: number;
  /** Id of its spend: SHA-256, in hex. Null: it could not spend. */
  readonly operationId: string | null;
}

/** Replaces every path that is not in the API. */
export const UNKNOWN_PATH = '(unknown)';

/** Queues entries, so that no request waits for them, and writes them in bounded batches. */
export interface RequestLog {
  /** Never throws and never waits. Drops and counts the entry when the queue is full. */
  record(entry: RequestLogEntry): void;
  /** Writes the queue. Resolves when its entries are written, dropped or left for later. */
  flush(): Promise<void>;
  /**
   * Creates partitions and starts writing in the background. Resolves after the first attempt, even
   * when it failed.
   */
  start(): Promise<void>;
  /** Writes the queue, for at most `limitMs`. Drops and counts the rest. Default: 5 000. */
  stop(limitMs?: number): Promise<void>;
}
