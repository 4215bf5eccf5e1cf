import { splitLines, type Line } from '../lines.js';
import { RECORD_KINDS } from '../options.js';
import type { Reject } from '../rejects.js';
import type { Format, FoundRecord } from './format.js';

/** One JSON object a line. */
export const canonical: Format = {
  name: 'canonical',
  kinds: RECORD_KINDS,
  async *read(bytes) {
    for await (const lines of splitLines(bytes)) yield lines.map(parseLine);
  },
};

function parseLine(line: Line | Reject): FoundRecord | Reject {
  if ('reason' in line) return line;
  try {
    return { line: line.line, record: JSON.parse(line.text) as unknown };
  } catch {
    return { line: line.line, reason: 'invalid_json' };
  }
}
