import { open } from 'node:fs/promises';
import type { CsvFile, Row } from './csv.js';
import { MAX_ITEMS, type Enrichment, type Quoted } from './enrichment.js';
import { Appender, type Work } from './work.js';

/** What becomes of one row of the input. */
export interface PlannedRow extends Quoted {
  readonly line: number;
  /** The record of an earlier row, which pays for both. */
  readonly isRepeated?: boolean;
}

/**
 * Prices every row by dry runs and writes the plan. Goes on where an earlier run was interrupted.
 * Memory holds 25 rows, and the id of each record that was found, so that it is priced once.
 */
export async function plan(
  input: CsvFile,
  enrichment: Enrichment,
  work: Work,
  tell: (progress: string) => void,
): Promise<void> {
  if (work.state.planned.done) return;
  const { rows: done, bytes } = work.state.planned;
  const file = await Appender.open(work.planFile, bytes);
  try {
    const seen = new Set<string>();
    for await (const { id } of readPlan(work)) if (id !== undefined) seen.add(id);
    let rows = done;
    for await (const chunk of chunksOf(skip(input.rows(), done))) {
      const quoted = await enrichment.quote(chunk.map(({ cells }) => cells));
      const planned = chunk.map((row, index) => priceOnce(row.line, quoted[index], seen));
      const length = await file.append(planned.map(toLine).join(''));
      rows += chunk.length;
      await work.update({ planned: { rows, bytes: length, done: false } });
      tell(`priced ${rows} rows`);
    }
    await work.update({ planned: { ...work.state.planned, done: true } });
  } finally {
    await file.close();
  }
}

function priceOnce(line: number, quoted: Quoted | undefined, seen: Set<string>): PlannedRow {
  if (quoted === undefined) throw new Error(`the answer has no result for line ${line}`);
  const { id } = quoted;
  if (id === undefined) return { line, ...quoted };
  if (seen.has(id)) return { line, ...quoted, prices: {}, isRepeated: true };
  seen.add(id);
  return { line, ...quoted };
}

/** Node's readers take U+2028 and U+2029 for the end of a line, and JSON leaves them in texts. */
function toLine(row: PlannedRow): string {
  const json = JSON.stringify(row);
  return `${json.replace(/[\u2028\u2029]/g, (separator) => (separator === '\u2028' ? '\\u2028' : '\\u2029'))}\n`;
}

/** Reads the plan as far as it is written. */
export async function* readPlan(work: Work): AsyncGenerator<PlannedRow, void> {
  const { bytes } = work.state.planned;
  if (bytes === 0) return;
  const file = await open(work.planFile);
  for await (const line of file.readLines({ end: bytes - 1 })) yield JSON.parse(line) as PlannedRow;
}

async function* chunksOf(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let chunk: Row[] = [];
  for await (const row of rows) {
    chunk.push(row);
    if (chunk.length < MAX_ITEMS) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Leaves out the first items. */
export async function* skip<Item>(items: AsyncIterable<Item>, count: number): AsyncGenerator<Item> {
  let index = 0;
  for await (const item of items) {
    if (index >= count) yield item;
    index += 1;
  }
}
