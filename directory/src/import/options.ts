import type { Readable } from 'node:stream';

/** What a file holds: one kind of record. */
export const RECORD_KINDS = ['organizations', 'contacts', 'switchboards'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export interface ImportOptions {
  /** Of a role that may write the directory: `prospect_importer`. */
  readonly databaseUrl: string;
  /** A path, `-` for standard input, or an open stream of bytes. Whatever is compressed with gzip is unpacked. */
  readonly input: string | Readable;
  /** One of `formatNames()`; `canonical` unless told. */
  readonly format?: string;
  /** Where to write the lines that were refused, as JSON lines `{line, reason, field}`. Without it they are only counted. */
  readonly rejects?: string;
  /**
   * The installation's secret: ids are derived and Swedish sole traders' numbers are hashed under it. It must be the same for every
   * import, and search-service must have it as its `SOLE_TRADER_KEY`.
   */
  readonly identityKey: string | Buffer;
  /** Called a few times a second at most. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** Longest wait for an import that is already running to end; then service_unavailable. */
  readonly waitTimeoutMs?: number;
}

export interface ImportProgress {
  /** `read` while the input is read and checked, `merge` while the database takes it over (no counters move then). */
  readonly phase: 'read' | 'merge';
  /** Bytes of the input as stored (compressed, if it is). */
  readonly bytesRead: number;
  /** Absent when the size of the input is not known. */
  readonly bytesTotal?: number;
  /** Records so far. */
  readonly read: number;
  readonly rejected: number;
}

/** `read` is the sum of the four that follow it. */
export interface ImportResult {
  readonly read: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly seconds: number;
}
