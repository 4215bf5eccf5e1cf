import { toCredits, type Millicredits } from './enrichment.js';
import type { PlannedRow } from './plan.js';

/** How many line numbers stand beside a reason. */
const LINES_SHOWN = 5;

interface Reason {
  rows: number;
  readonly lines: number[];
}

/** What the dry run found: what would be revealed, what it would cost, and which rows stay as they are. */
export class Report {
  #rows = 0;
  #repeated = 0;
  #total: Millicredits = 0;
  readonly #statuses = new Map<string, number>();
  readonly #reasons = new Map<string, Reason>();
  readonly #prices = new Map<string, { records: number; millicredits: Millicredits }>();

  add(row: PlannedRow): void {
    const { status, line, reason, prices = {}, isRepeated = false } = row;
    this.#rows += 1;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (isRepeated) this.#repeated += 1;
    if (status !== 'matched') this.#explain(status === 'ambiguous' ? status : `${status}, ${reason ?? ''}`, line);
    for (const [infoType, price] of Object.entries(prices)) {
      const { records, millicredits } = this.#prices.get(infoType) ?? { records: 0, millicredits: 0 };
      this.#prices.set(infoType, { records: records + 1, millicredits: millicredits + price });
      this.#total += price;
    }
  }

  #explain(reason: string, line: number): void {
    const found = this.#reasons.get(reason) ?? { rows: 0, lines: [] };
    found.rows += 1;
    if (found.lines.length < LINES_SHOWN) found.lines.push(line);
    this.#reasons.set(reason, found);
  }

  get rows(): number {
    return this.#rows;
  }

  get total(): Millicredits {
    return this.#total;
  }

  toString(): string {
    const of = (status: string): string => String(this.#statuses.get(status) ?? 0);
    const lines: [string, string][] = [
      ['rows', String(this.#rows)],
      ['matched', of('matched') + (this.#repeated === 0 ? '' : `, of which ${this.#repeated} repeat another row`)],
      ['ambiguous', of('ambiguous')],
      ['not found', of('not_found')],
      ['invalid', of('invalid')],
      ...[...this.#reasons].map(([reason, { rows, lines: found }]): [string, string] => {
        const more = rows > found.length ? ', …' : '';
        return [`  ${reason}`, `${rows} (line ${found.join(', ')}${more})`];
      }),
      ...[...this.#prices].map(([infoType, { records, millicredits }]): [string, string] => [
        `price, ${infoType}`,
        `${toCredits(millicredits)} credits for ${records}`,
      ]),
      ['price, total', `${toCredits(this.#total)} credits`],
    ];
    const width = Math.max(...lines.map(([label]) => label.length));
    return lines.map(([label, value]) => `${label.padEnd(width)}  ${value}\n`).join('');
  }
}
