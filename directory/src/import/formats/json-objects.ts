import { isUtf8 } from 'node:buffer';
import { validationFailed, type DomainError } from '@prospecting/platform/errors';
import { createByteAccumulator } from '../byte-accumulator.js';
import type { Line } from '../lines.js';
import type { Reject } from '../reject-reasons.js';

const TAB = 0x09;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** State of the scan. `depth` is 0 between objects and counts open braces inside one. */
interface Scan {
  line: number;
  inArray: boolean;
  depth: number;
  inString: boolean;
  escaped: boolean;
}

/**
 * Splits a JSON array of objects, or a sequence of objects, into the texts of the objects, each
 * with the line on which it begins. Holds only the current object, and skips one longer than
 * `maxBytes` without holding it.
 *
 * Follows strings and braces and does not parse: parsing the text of a broken object fails later.
 *
 * @throws validation_failed when something else is between objects, or the input ends too early
 */
export async function* splitObjects(bytes: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<(Line | Reject)[]> {
  const scan: Scan = { line: 1, inArray: false, depth: 0, inString: false, escaped: false };
  const pending = createByteAccumulator(maxBytes);
  let objectLine = 1;
  let first = true;
  for await (const chunk of bytes) {
    const found: (Line | Reject)[] = [];
    const hasByteOrderMark = first && chunk.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
    let at = hasByteOrderMark ? BYTE_ORDER_MARK.length : 0;
    first = false;
    while (at < chunk.length) {
      if (scan.depth === 0) {
        at = startOfObject(chunk, at, scan);
        if (at === chunk.length) break;
        objectLine = scan.line;
      }
      const end = endOfObject(chunk, at, scan);
      pending.append(chunk.subarray(at, end));
      if (scan.depth === 0) found.push(objectText(pending.take(), objectLine));
      at = end;
    }
    yield found;
  }
  if (scan.depth > 0) throw malformed(objectLine, 'the record that begins here is cut short');
  if (scan.inArray) throw malformed(scan.line, 'the array is cut short');
}

function objectText(bytes: Buffer | undefined, line: number): Line | Reject {
  if (bytes === undefined) return { line, reason: 'line_too_long' };
  return isUtf8(bytes) ? { line, text: bytes.toString('utf8') } : { line, reason: 'invalid_utf8' };
}

/** Returns the index of the next object's opening brace, or the chunk's length. */
function startOfObject(chunk: Buffer, from: number, scan: Scan): number {
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at];
    if (byte === OPEN_OBJECT) return at;
    if (byte === NEWLINE) scan.line++;
    else if (!isBlank(byte) && !acceptArrayByte(byte, scan)) {
      throw malformed(scan.line, 'expected a JSON object or an array of them');
    }
  }
  return chunk.length;
}

function isBlank(byte: number | undefined): boolean {
  return byte === SPACE || byte === TAB || byte === CARRIAGE_RETURN;
}

/** Follows an array's bracket or comma; returns false when the byte may not be here. */
function acceptArrayByte(byte: number | undefined, scan: Scan): boolean {
  if (byte === COMMA) return scan.inArray;
  const expected = scan.inArray ? CLOSE_ARRAY : OPEN_ARRAY;
  if (byte !== expected) return false;
  scan.inArray = !scan.inArray;
  return true;
}

/**
 * Returns the index after the closing brace of the object that begins or continues at `from`, or
 * the chunk's length.
 */
function endOfObject(chunk: Buffer, from: number, scan: Scan): number {
  let { line, depth, inString, escaped } = scan;
  let at = from;
  do {
    const byte = chunk[at++];
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === NEWLINE) line++;
    else if (byte === OPEN_OBJECT) depth++;
    else if (byte === CLOSE_OBJECT) depth--;
  } while (depth > 0 && at < chunk.length);
  Object.assign(scan, { line, depth, inString, escaped });
  return at;
}

function malformed(line: number, problem: string): DomainError {
  const detail = `Line ${line}: ${problem}`;
  return validationFailed({ input: [detail] }, detail);
}
