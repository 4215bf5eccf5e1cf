import { isUtf8 } from 'node:buffer';
import { validationFailed } from '@prospecting/platform/errors';
import { createByteAccumulator } from '../byte-accumulator.js';
import type { Line } from '../lines.js';
import type { Reject } from '../reject-reasons.js';

const TAB = 0x09;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** A page has its list near its beginning. */
const PAGE_HEAD_BYTES = 64 * 1024;
/** A list is a member of the page, or of an object in it, as `hits.hits`. */
const PAGE_DEPTH = 2;
const MAX_KEY_LENGTH = 32;

export interface JsonRecordsOptions {
  /** Members of a page whose elements are the records: `hits`, `companies`. */
  readonly lists: readonly string[];
  /** A longer record is rejected, and it is not held. */
  readonly maxBytes: number;
}

/**
 * Splits JSON into the texts of its records, each with the line on which it begins: JSON lines, an
 * array, or pages that hold their records in a list, of any size and in any sequence. Holds only the
 * current record.
 *
 * Never stops at damage, so that one broken record does not cost the others: a line that begins a
 * record ends a broken one, anything else between records is one reject, and an input that ends too
 * early rejects the last record.
 *
 * @throws validation_failed when the input does not begin as JSON does
 */
export async function* splitRecords(
  bytes: AsyncIterable<Buffer>,
  options: JsonRecordsOptions,
): AsyncGenerator<(Line | Reject)[]> {
  const splitter = new RecordSplitter(options);
  let first = true;
  for await (const chunk of bytes) {
    const skip = first && chunk.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    first = false;
    yield splitter.split(skip ? chunk.subarray(BYTE_ORDER_MARK.length) : chunk);
  }
  yield splitter.end();
}

/** Where the scan is: between records, in a record, in junk, or after the list of a page. */
type Place = 'between' | 'record' | 'junk' | 'tail';

class RecordSplitter {
  readonly #lists: ReadonlySet<string>;
  readonly #pending;
  #found: (Line | Reject)[] = [];
  #place: Place = 'between';
  #line = 1;
  /** True inside an array of records. */
  #inList = false;
  /** Open braces and brackets of the page around the list. */
  #pageDepth = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #recordLine = 1;
  #anything = false;
  /** The record began at the start of its line, and the line has not ended yet. */
  #oneLine = false;
  #lineStart = true;
  #head = new PageHead();

  constructor({ lists, maxBytes }: JsonRecordsOptions) {
    this.#lists = new Set(lists);
    this.#pending = createByteAccumulator(maxBytes);
  }

  split(chunk: Buffer): (Line | Reject)[] {
    this.#found = [];
    for (let at = 0; at < chunk.length;) {
      at = this.#place === 'record' ? this.#record(chunk, at) : this.#outside(chunk, at);
    }
    return this.#found;
  }

  end(): (Line | Reject)[] {
    this.#found = [];
    const open = this.#place === 'record' || this.#place === 'tail' || this.#inList;
    if (open) this.#reject('cut_short', this.#place === 'record' ? this.#recordLine : this.#line);
    return this.#found;
  }

  // eslint-disable-next-line complexity -- the states of a scan, byte by byte
  #outside(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (this.#place === 'tail') this.#tail(byte);
      else if (byte === OPEN_OBJECT) {
        this.#begin();
        return at;
      } else if (byte === OPEN_ARRAY && !this.#inList) {
        this.#openList(0);
      } else if (byte === CLOSE_ARRAY && this.#inList) {
        this.#inList = false;
        this.#place = this.#pageDepth > 0 ? 'tail' : 'between';
      } else if (!isBlank(byte) && byte !== COMMA) {
        if (this.#place !== 'junk') this.#junk();
      }
      this.#endOfLine(byte);
    }
    return chunk.length;
  }

  #junk(): void {
    if (!this.#anything) {
      const detail = `Line ${this.#line}: expected a JSON object or an array of them`;
      throw validationFailed({ input: [detail] }, detail);
    }
    this.#reject('invalid_json', this.#line);
    this.#place = 'junk';
  }

  #tail(byte: number): void {
    this.#string(byte);
    if (this.#inString) return;
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#pageDepth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#pageDepth--;
    if (this.#pageDepth === 0) this.#place = 'between';
  }

  #begin(): void {
    this.#place = 'record';
    this.#anything = true;
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
    this.#recordLine = this.#line;
    this.#oneLine = this.#lineStart;
    this.#head = new PageHead();
  }

  #openList(pageDepth: number): void {
    this.#place = 'between';
    this.#anything = true;
    this.#inList = true;
    this.#pageDepth = pageDepth;
    this.#inString = false;
  }

  /** Reads on in a record; returns the index after what it took. */
  // eslint-disable-next-line complexity -- the states of a scan, byte by byte
  #record(chunk: Buffer, from: number): number {
    const maybePage = !this.#inList;
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte === OPEN_OBJECT && this.#lineStart && this.#oneLine && this.#line > this.#recordLine) {
        // The record before was broken: this line begins another one.
        this.#pending.take();
        this.#reject('invalid_json', this.#recordLine);
        this.#begin();
        return at;
      }
      if (this.#line === this.#recordLine + 1 && !this.#lineStart) this.#oneLine = false;
      this.#endOfLine(byte);
      this.#string(byte);
      if (maybePage && this.#head.read(byte, this.#inString, this.#depth, this.#lists)) {
        this.#pending.take();
        this.#openList(this.#depth);
        return at + 1;
      }
      if (this.#inString) continue;
      if (byte === OPEN_OBJECT) this.#depth++;
      else if (byte === CLOSE_OBJECT && --this.#depth === 0) {
        this.#pending.append(chunk.subarray(from, at + 1));
        this.#finish();
        return at + 1;
      }
    }
    this.#pending.append(chunk.subarray(from));
    return chunk.length;
  }

  #finish(): void {
    const text = this.#pending.take();
    this.#place = 'between';
    if (text === undefined) this.#reject('line_too_long', this.#recordLine);
    else if (!isUtf8(text)) this.#reject('invalid_utf8', this.#recordLine);
    else this.#found.push({ line: this.#recordLine, text: text.toString('utf8') });
  }

  #string(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (this.#inString && byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = !this.#inString;
    // JSON has no line break in a string: its end was lost.
    else if (byte === NEWLINE) this.#inString = false;
  }

  #endOfLine(byte: number): void {
    this.#lineStart = byte === NEWLINE;
    if (byte !== NEWLINE) return;
    this.#line++;
    if (this.#place === 'junk') this.#place = 'between';
  }

  #reject(reason: Reject['reason'], line: number): void {
    this.#found.push({ line, reason });
  }
}

/** Finds the list of a page: a member with one of the names, whose value is an array. */
class PageHead {
  #bytes = 0;
  #key = '';
  #keyEnded = false;
  #afterColon = false;

  /** Returns true for the bracket that opens the list. */
  read(byte: number, inString: boolean, depth: number, lists: ReadonlySet<string>): boolean {
    if (this.#bytes++ > PAGE_HEAD_BYTES || depth > PAGE_DEPTH) return false;
    if (inString || byte === QUOTE) this.#readString(byte, inString);
    else if (byte === COLON) this.#afterColon = this.#keyEnded;
    else if (!isBlank(byte) && byte !== NEWLINE) {
      const opens = byte === OPEN_ARRAY && this.#afterColon && depth > 0 && lists.has(this.#key);
      this.#afterColon = false;
      this.#keyEnded = false;
      return opens;
    }
    return false;
  }

  #readString(byte: number, inString: boolean): void {
    if (byte === QUOTE && inString) {
      this.#key = '';
      this.#keyEnded = false;
    } else if (!inString) {
      this.#keyEnded = !this.#afterColon;
    } else if (this.#key.length < MAX_KEY_LENGTH) this.#key += String.fromCharCode(byte);
    if (!inString) this.#afterColon = false;
  }
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB || byte === CARRIAGE_RETURN || byte === NEWLINE;
}
