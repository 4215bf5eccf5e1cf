import { isUtf8 } from 'node:buffer';
import { createByteAccumulator } from './byte-accumulator.js';
import type { Reject } from './reject-reasons.js';

/** The text of one line, without its line break. `line` is its number, from 1. */
export interface Line {
  readonly line: number;
  readonly text: string;
}

/** Longest line, in bytes. A longer one is skipped without holding it. */
export const MAX_LINE_BYTES = 1024 * 1024;

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = '\ufeff';

/** Splits bytes into blocks of whole lines. Empty lines are counted and left out. */
export async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<(Line | Reject)[]> {
  let line = 1;
  const pending = createByteAccumulator(MAX_LINE_BYTES);
  for await (const chunk of bytes) {
    const firstEnd = chunk.indexOf(NEWLINE);
    if (firstEnd === -1) {
      pending.append(chunk);
      continue;
    }
    const found: (Line | Reject)[] = [];
    let start = 0;
    if (!pending.isEmpty()) {
      pending.append(chunk.subarray(0, firstEnd));
      line = appendLines(found, pending.take(), line);
      start = firstEnd + 1;
    }
    const lastEnd = chunk.lastIndexOf(NEWLINE);
    if (start <= lastEnd) line = appendLines(found, chunk.subarray(start, lastEnd), line);
    pending.append(chunk.subarray(lastEnd + 1));
    yield found;
  }
  const last: (Line | Reject)[] = [];
  if (!pending.isEmpty()) appendLines(last, pending.take(), line);
  yield last;
}

/**
 * Appends the lines of a block and returns the number of the line after it.
 *
 * @param block lines without the last newline; undefined for one line that is too long
 */
function appendLines(found: (Line | Reject)[], block: Buffer | undefined, first: number): number {
  let line = first;
  if (block === undefined) {
    found.push({ line, reason: 'line_too_long' });
    return line + 1;
  }
  if (isUtf8(block) && block.length <= MAX_LINE_BYTES) {
    for (const text of block.toString('utf8').split('\n')) appendText(found, text, line++);
    return line;
  }
  let start = 0;
  while (start <= block.length) {
    const newline = block.indexOf(NEWLINE, start);
    const end = newline === -1 ? block.length : newline;
    appendOne(found, block.subarray(start, end), line++);
    start = end + 1;
  }
  return line;
}

function appendOne(found: (Line | Reject)[], bytes: Buffer, line: number): void {
  if (bytes.length > MAX_LINE_BYTES) found.push({ line, reason: 'line_too_long' });
  else if (!isUtf8(bytes)) found.push({ line, reason: 'invalid_utf8' });
  else appendText(found, bytes.toString('utf8'), line);
}

function appendText(found: (Line | Reject)[], raw: string, line: number): void {
  const text = line === 1 && raw.startsWith(BYTE_ORDER_MARK) ? raw.slice(1) : raw;
  // A carriage return before the newline is whitespace to JSON.
  if (text.trim() !== '') found.push({ line, text });
}
