/** One request of a valid key, as the log keeps it for 30 days: no body, no query, no personal data. */
export interface RequestLogEntry {
  readonly keyId: string;
  readonly accountId: string;
  /** When the request arrived. */
  readonly at: Date;
  readonly method: string;
  /** Path of the route that served it, UNKNOWN_PATH when none did: a mistyped path may hold anything. */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  /** Items of the batch; null where a request has none, or was refused before its body was read. */
  readonly items: number | null;
  /** What its operation was charged, as far as this try was told: a retry may be told what an earlier one was. */
  readonly creditsMillicredits: number;
  /** Names the operation that it spent under: SHA-256, in hex. null: it could spend nothing. */
  readonly operationId: string | null;
}

/** Stands in the log for every path that is not in the API. */
export const UNKNOWN_PATH = '(unknown)';

/** Takes entries off the request's path and writes them in bounded batches. */
export interface RequestLog {
  /** Never throws and never waits. When the queue is full the entry is dropped and counted. */
  record(entry: RequestLogEntry): void;
  /** Writes what is queued now. Resolves when it is written or given up. */
  flush(): Promise<void>;
  /** Makes the partitions and starts writing in the background. Resolves after the first attempt, whatever its outcome. */
  start(): Promise<void>;
  /** Writes the rest, for at most `limitMs`; what is left then is dropped and counted. */
  stop(limitMs?: number): Promise<void>;
}
