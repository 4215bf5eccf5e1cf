import type { Readable } from 'node:stream';
import type { FormatName } from './formats/index.js';

export interface ImportOptions {
  /** Connects as a role that may write the directory: `prospect_importer`. */
  readonly databaseUrl: string;
  /**
   * A path, `-` for standard input, or an open stream of bytes. Input in gzip format is
   * decompressed.
   */
  readonly input: string | Readable;
  /** Optional. Default: `canonical`. */
  readonly format?: FormatName;
  /**
   * Path of the rejects file: JSON lines `{line, reason, field}`. Optional. Default: only count
   * rejects.
   */
  readonly rejects?: string;
  /**
   * The installation's secret. Derives ids and hashes Swedish sole traders' numbers. Must be the
   * same for every import and equal `SOLE_TRADER_KEY` of search-service.
   */
  readonly identityKey: string | Buffer;
  /** Called at most a few times a second. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /**
   * Longest wait for another running import, after which the import fails with service_unavailable.
   * Optional. Default: 10 minutes.
   */
  readonly waitTimeoutMs?: number;
}

export interface ImportProgress {
  /**
   * `read` while records are read and checked; `merge` afterwards, while the counters do not
   * change.
   */
  readonly phase: 'read' | 'merge';
  /** Bytes of the input read so far, before decompression. */
  readonly bytesRead: number;
  /** Size of the input before decompression; absent for a stream. */
  readonly bytesTotal?: number;
  /** Records read so far. */
  readonly read: number;
  readonly rejected: number;
}

/** `read` is the sum of `inserted`, `updated`, `unchanged` and `rejected`. */
export interface ImportResult {
  readonly read: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly seconds: number;
}
