import { splitLines, type Line } from '../lines.js';
import { RECORD_KINDS } from '../record-kinds.js';
import type { Reject } from '../reject-reasons.js';
import { defineFormat, type FoundRecord } from './format.js';

export const canonical = defineFormat({
  name: 'canonical',
  kinds: RECORD_KINDS,
  source: 'canonical',
  description: 'one JSON object per line, in UTF-8, with the fields of docs/spec/operations.md',
  async *read(bytes) {
    for await (const lines of splitLines(bytes)) yield lines.map(parseLine);
  },
});

function parseLine(line: Line | Reject): FoundRecord | Reject {
  if ('reason' in line) return line;
  try {
    return { line: line.line, record: JSON.parse(line.text) as unknown };
  } catch {
    return { line: line.line, reason: 'invalid_json' };
  }
}
