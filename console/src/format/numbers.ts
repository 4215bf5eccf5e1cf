/** One locale for all numbers and dates, because all words are English. */
export const LOCALE = 'en-GB';

const CREDITS = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3 });
const SIGNED = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3, signDisplay: 'exceptZero' });
const COUNT = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });

/** A true minus is as wide as a plus, so signed amounts align. */
const withMinus = (text: string): string => text.replace('-', '−');

/** Returns an amount of credits without its unit: `1,234.2`. */
export function formatAmount(credits: number): string {
  return withMinus(CREDITS.format(credits));
}

/** Returns an amount of credits with its unit: `1 credit`, `0.2 credits`. */
export function formatCredits(credits: number): string {
  return `${formatAmount(credits)} ${credits === 1 ? 'credit' : 'credits'}`;
}

/** Returns a change of a balance: `+100`, `−1.2`, `0`. */
export function formatChange(credits: number): string {
  return withMinus(SIGNED.format(credits));
}

export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** Returns a count with its noun: `1 key`, `2 keys`. */
export function formatCounted(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** Returns a duration that a reader can compare: `84 ms`, `1.2 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${COUNT.format(ms)} ms`;
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** Returns `50–99`, `from 50`, `up to 99`, or undefined when neither end is known. */
export function formatRange(min: number | undefined, max: number | undefined): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  if (min === undefined) return `up to ${COUNT.format(max ?? 0)}`;
  if (max === undefined) return `from ${COUNT.format(min)}`;
  return min === max ? COUNT.format(min) : `${COUNT.format(min)}–${COUNT.format(max)}`;
}

/** Reads credits that a person typed: a point or a comma, at most 3 decimals. Undefined when it is no amount. */
export function parseAmount(text: string): number | undefined {
  const clean = text.replaceAll(/[\s\u{202f}\u{a0}]/gu, '').replace(',', '.');
  if (!/^\d{1,10}(\.\d{1,3})?$/.test(clean)) return undefined;
  const amount = Number(clean);
  return amount <= 1_000_000_000 ? amount : undefined;
}
