import type { RecordKind } from '../options.js';
import type { Reject } from '../rejects.js';

/** A record in the canonical shape, not yet checked: importing checks every format's records the same way. */
export interface FoundRecord {
  /** Where the record begins in the input, counted from 1. */
  readonly line: number;
  readonly record: unknown;
}

/**
 * How one register writes its files. A further register is a file with one of these, named in `formats/index.ts`.
 * `read` holds no more of the input than a chunk and a record, throws validation_failed when the input as a whole is not of this
 * format, and tells a record that cannot go in (a person's, a deleted one) by a reject.
 */
export interface Format {
  /** As given to `--format`. */
  readonly name: string;
  readonly kinds: readonly RecordKind[];
  read(bytes: AsyncIterable<Buffer>): AsyncIterable<readonly (FoundRecord | Reject)[]>;
}
