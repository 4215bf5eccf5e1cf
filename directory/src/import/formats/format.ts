import type { RecordKind } from '../record-kinds.js';
import type { Reject, RejectReason } from '../reject-reasons.js';
import type { Source } from '../sources.js';

/** A record of the input in the canonical shape, not yet checked. */
export interface FoundRecord {
  /** Number of the line on which the record begins, from 1. */
  readonly line: number;
  readonly record: unknown;
  /** The source of an organization's record. Default: that of the format. */
  readonly source?: Source;
  /**
   * Order among the records of one organization in a file that has several on purpose: the lowest
   * goes in.
   */
  readonly preference?: number;
}

/** A register's record in the canonical shape, or the reason why it is rejected. */
export type MappedRecord<Canonical extends object> =
  (Pick<FoundRecord, 'source' | 'preference'> & { readonly record: Canonical }) | Rejection;

/** Why a record does not go in. */
export type Rejection = Omit<Reject, 'line'>;

/** Returns the rejection of a record for a reason. */
export function rejected(reason: RejectReason, field?: string): Rejection {
  return field === undefined ? { reason } : { reason, field };
}

/**
 * A file format of one register. To add one, see "Add a register format" in the README of this
 * package.
 *
 * A format only maps: it turns the register's fields into the canonical ones. The import then
 * checks the records of every format in the same way.
 */
export interface Format<Name extends string = string> {
  /** The value of `--format`, in kebab-case. */
  readonly name: Name;
  readonly kinds: readonly RecordKind[];
  /** The source of its organizations. */
  readonly source: Source;
  /** One phrase for `--help` and the README: what the file is, and where it comes from. */
  readonly description: string;
  /**
   * Yields the records in blocks, and holds no more of the input than a chunk and a block. A record
   * that cannot go in (a person's, a deleted one, a broken one) becomes a reject.
   *
   * @throws validation_failed when the input as a whole is not of this format
   */
  read(bytes: AsyncIterable<Buffer>): AsyncIterable<readonly (FoundRecord | Reject)[]>;
}

/** Declares a format and keeps its name as a literal type, so that `FormatName` lists it. */
export function defineFormat<const Name extends string>(format: Format<Name>): Format<Name> {
  return format;
}
