import { inert, toCsv, toCsvHeader, type CsvFile, type Row } from './csv.js';
import { MAX_ITEMS, toCredits, type Enrichment, type Revealed } from './enrichment.js';
import { readPlan, skip, type PlannedRow } from './plan.js';
import { Appender, type Work } from './work.js';

/** Rows that are written at once, at most, when few of them have something to reveal. */
const MAX_ROWS = 500;

/** Rows that are revealed by one request and written together. */
interface Chunk {
  readonly rows: { readonly row: Row; readonly planned: PlannedRow }[];
  /** Each record once, with what the plan says that it costs. */
  readonly records: Map<string, number>;
}

/**
 * Reveals what the plan says, chunk by chunk, and writes each chunk's rows. Goes on after the last
 * chunk that was written.
 *
 * A chunk follows from the plan and the row on which it begins. So a run that was killed after it
 * sent a request, and before it wrote the rows, sends the same request again under the same key:
 * the API answers what it answered before, and charges nothing more.
 */
export async function revealAndWrite(
  input: CsvFile,
  enrichment: Enrichment,
  work: Work,
  tell: (progress: string) => void,
): Promise<void> {
  const { planned, written } = work.state;
  const output = await Appender.open(work.partFile, written.bytes);
  try {
    let { rows, charged } = written;
    if (written.bytes === 0) await output.append(toCsvHeader(outputHeader(input, enrichment), input.dialect));
    for await (const chunk of chunksOf(skip(together(input, work), rows))) {
      const maxCredits = toCredits([...chunk.records.values()].reduce((sum, price) => sum + price, 0));
      const ids = [...chunk.records.keys()];
      const key = `${work.state.runId}-${rows + 1}`;
      const revealed = ids.length === 0 ? NOTHING : await enrichment.reveal(ids, maxCredits, key);
      const lines = chunk.rows.map(({ row, planned: quoted }) => outputRow(row, quoted, revealed, enrichment));
      const bytes = await output.append(toCsv(lines, input.dialect));
      rows += chunk.rows.length;
      charged += revealed.charged;
      await work.update({ written: { rows, bytes, charged } });
      tell(`wrote ${rows} of ${planned.rows} rows, ${toCredits(charged)} credits`);
    }
  } finally {
    await output.close();
  }
}

const NOTHING: Revealed = { charged: 0, cells: new Map() };
const OUTCOME = ['status', 'reason', 'matched_by'];

/** The columns of the input, then ours. */
export function outputHeader(input: CsvFile, enrichment: Enrichment): string[] {
  return [...input.header, ...[...OUTCOME, ...enrichment.columns].map((column) => `enriched_${column}`)];
}

function outputRow(row: Row, quoted: PlannedRow, revealed: Revealed, { columns }: Enrichment): string[] {
  const { status, reason = '', matchedBy = '', id } = quoted;
  const cells = id === undefined ? undefined : revealed.cells.get(id);
  // The record may have left the directory since the plan was made.
  const isGone = id !== undefined && cells === undefined;
  const outcome = isGone ? ['not_found', 'no_longer_on_record', ''] : [status, reason, matchedBy];
  return [...row.cells, ...[...outcome, ...(cells ?? columns.map(() => ''))].map(inert)];
}

/** Reads the input and its plan side by side. */
async function* together(input: CsvFile, work: Work): AsyncGenerator<Chunk['rows'][number]> {
  const plan: AsyncGenerator<PlannedRow, void> = readPlan(work);
  for await (const row of input.rows()) {
    const next = await plan.next();
    if (next.done === true) throw new Error(`the plan ends before line ${row.line}`);
    yield { row, planned: next.value };
  }
}

async function* chunksOf(rows: AsyncIterable<Chunk['rows'][number]>): AsyncGenerator<Chunk> {
  let chunk: Chunk = { rows: [], records: new Map() };
  for await (const { row, planned } of rows) {
    const { id, prices = {} } = planned;
    const isFull = chunk.records.size === MAX_ITEMS && id !== undefined && !chunk.records.has(id);
    if (isFull || chunk.rows.length === MAX_ROWS) {
      yield chunk;
      chunk = { rows: [], records: new Map() };
    }
    chunk.rows.push({ row, planned });
    const price = Object.values(prices).reduce((sum, each) => sum + each, 0);
    if (id !== undefined) chunk.records.set(id, (chunk.records.get(id) ?? 0) + price);
  }
  if (chunk.rows.length > 0) yield chunk;
}
