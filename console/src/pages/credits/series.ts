import type { Spending } from '../../api/types.js';

/** A key in a chart: colours run out, so the keys that spend least are one series. */
export interface Series {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly credits: number;
}

export interface SpendingChart {
  readonly series: readonly Series[];
  /** One row a day, with the credits of each series under its id. */
  readonly rows: readonly (Readonly<Record<string, number | string>> & { readonly day: string })[];
  readonly total: number;
}

/** Distinguishable in both colour schemes and to most colour-blind readers. */
const COLORS = [
  'var(--chart-1)',
  'var(--chart-2)',
  'var(--chart-3)',
  'var(--chart-4)',
  'var(--chart-5)',
  'var(--chart-6)',
] as const;
const OTHER_COLOR = 'var(--chart-other)';
export const OTHERS = 'others';
/** A reveal from before keys were recorded. */
const NO_KEY = 'none';

export function toChart({ keys, days }: Spending): SpendingChart {
  const spending = keys.filter(({ credits }) => credits > 0).toSorted((one, other) => other.credits - one.credits);
  const isCut = spending.length > COLORS.length;
  const own = isCut ? spending.slice(0, COLORS.length - 1) : spending;
  const series: Series[] = own.map(({ keyId, name, credits }, index) => ({
    id: keyId ?? NO_KEY,
    name: name ?? (keyId === null ? 'Key not recorded' : keyId.slice(0, 8)),
    color: COLORS[index] ?? OTHER_COLOR,
    credits,
  }));
  if (isCut) {
    const credits = exact(sum(spending.slice(own.length).map((each) => each.credits)));
    series.push({ id: OTHERS, name: `${spending.length - own.length} other keys`, color: OTHER_COLOR, credits });
  }
  const known = new Set(series.map(({ id }) => id));
  const rows = days.map(({ day, byKey }) => {
    const row: Record<string, number | string> & { day: string } = { day };
    for (const { id } of series) row[id] = 0;
    for (const { keyId, credits } of byKey) {
      const id = known.has(keyId ?? NO_KEY) ? (keyId ?? NO_KEY) : OTHERS;
      if (known.has(id)) row[id] = exact(Number(row[id]) + credits);
    }
    return row;
  });
  return { series, rows, total: exact(sum(days.map(({ credits }) => credits))) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function exact(credits: number): number {
  return Math.round(credits * 1_000) / 1_000;
}
