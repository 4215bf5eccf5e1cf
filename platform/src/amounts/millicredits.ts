/**
 * Returns the amount in credits. A division by 1000 rounds correctly, so it prints as the exact
 * decimal.
 */
export function toCredits(millicredits: number): number {
  return millicredits / 1000;
}

/** An amount in its two parts, in millicredits: a balance, a reservation or a ledger entry. */
export interface Parts {
  readonly includedMillicredits: number;
  readonly purchasedMillicredits: number;
}

/** Returns the sum of both parts. For a balance, this is what the account can spend. */
export function amountOf(parts: Parts): number {
  return parts.includedMillicredits + parts.purchasedMillicredits;
}

/** The highest cost that a request accepts. */
export interface Cap {
  /** As the caller sent it. */
  readonly credits: number;
  /** Rounded down. */
  readonly millicredits: number;
}

/** Returns `maxCredits` as a cap; `undefined` when it is missing or not an amount. */
export function parseCap(maxCredits: unknown): Cap | undefined {
  if (typeof maxCredits !== 'number' || !Number.isFinite(maxCredits) || maxCredits < 0) return undefined;
  return { credits: maxCredits, millicredits: toWholeMillicredits(maxCredits) };
}

const DECIMAL = /^(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:e(?<exponent>[+-]\d+))?$/;
const MILLI_DIGITS = 3;
/** Digits of the largest safe integer. */
const SAFE_DIGITS = 16;

/**
 * Returns the whole millicredits in an amount of credits, rounded down. Reads the decimal that the
 * JSON number prints as: 0.3 is 300, which 0.3 * 1000 may not be. Returns the largest safe integer
 * for an amount above it; no balance is that large.
 *
 * @param credits finite, 0 or more
 */
export function toWholeMillicredits(credits: number): number {
  const { whole = '', fraction = '', exponent = '0' } = DECIMAL.exec(String(credits))?.groups ?? {};
  const digits = whole + fraction;
  if (digits === '') throw new Error(`${credits} is no amount of credits`);
  const shift = Number(exponent) + MILLI_DIGITS - fraction.length;
  const significant = digits.replace(/^0+/, '');
  if (significant.length + shift > SAFE_DIGITS) return Number.MAX_SAFE_INTEGER;
  const millicredits = Number(
    shift < 0 ? significant.slice(0, shift) : significant.padEnd(significant.length + shift, '0'),
  );
  return Math.min(millicredits, Number.MAX_SAFE_INTEGER);
}
