import { isUtf8 } from 'node:buffer';
import { gatherBytes } from './gathered-bytes.js';
import type { Reject } from './rejects.js';

/** The text of one line, without its end; `line` counts from 1. */
export interface Line {
  readonly line: number;
  readonly text: string;
}

/** Longest line, in bytes. What is longer is skipped as it comes, never held. */
export const MAX_LINE_BYTES = 1024 * 1024;

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = '\ufeff';

/** Splits bytes into lines, a block of whole lines at a time. Empty lines are left out but counted. */
export async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<(Line | Reject)[]> {
  let line = 1;
  const begun = gatherBytes(MAX_LINE_BYTES);
  for await (const chunk of bytes) {
    const firstEnd = chunk.indexOf(NEWLINE);
    if (firstEnd === -1) {
      begun.add(chunk);
      continue;
    }
    const found: (Line | Reject)[] = [];
    let start = 0;
    if (!begun.isEmpty()) {
      begun.add(chunk.subarray(0, firstEnd));
      line = appendLines(found, begun.take(), line);
      start = firstEnd + 1;
    }
    const lastEnd = chunk.lastIndexOf(NEWLINE);
    if (start <= lastEnd) line = appendLines(found, chunk.subarray(start, lastEnd), line);
    begun.add(chunk.subarray(lastEnd + 1));
    yield found;
  }
  const last: (Line | Reject)[] = [];
  if (!begun.isEmpty()) appendLines(last, begun.take(), line);
  yield last;
}

/**
 * Adds the lines of a block, whose last newline is not part of it.
 *
 * @param block undefined for a line that is too long
 * @returns the number of the line after it
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
  // A carriage return before the newline is white space to JSON.
  if (text.trim() !== '') found.push({ line, text });
}
