import type { Readable } from 'node:stream';
import type { FormatName } from './formats/index.js';
import type { TitleReader } from './records/job-titles.js';
import type { RejectCounts } from './rejects.js';

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
  /**
   * The file is a complete one of its register: organizations from that register that it does not
   * have are removed. For organizations only. Default: false.
   */
  readonly full?: boolean;
  /**
   * Largest share of the register's organizations, in percent, that a full import may remove; when
   * more would go, the import fails and changes nothing. Default: 5. Given explicitly, it also
   * allows removals although some records of the file could not be read.
   */
  readonly allowDeletionsPercent?: number;
  /**
   * Returns what a contact's job title says where its record does not. Optional. Default: by the
   * table that comes with the product.
   */
  readonly readTitle?: TitleReader;
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
  /** The step of the merge that begins, from 1. Absent while records are read. */
  readonly step?: number;
  readonly steps?: number;
}

/** `read` is the sum of `inserted`, `updated`, `unchanged`, `rejected` and `suppressed`. */
export interface ImportResult {
  readonly read: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Records that did not go in: those with a fault, and those that are left out. */
  readonly rejected: number;
  /** Records of persons who were erased (docs/personal-data.md), which are left out. */
  readonly suppressed: number;
  /** Of the rejected, those without a fault that the product does not sell: persons, deleted ones. */
  readonly leftOut: number;
  /** The rejected by reason. */
  readonly reasons: RejectCounts;
  /** Organizations that were on record and are not any more. */
  readonly removed: number;
  readonly seconds: number;
}
