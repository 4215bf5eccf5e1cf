/** Credits as JSON shows them. A division by 1000 is correctly rounded, so it prints as the decimal that is meant. */
export function toCredits(millicredits: number): number {
  return millicredits / 1000;
}

/** The most that a request may cost. */
export interface Cap {
  /** As the caller sent it. */
  readonly credits: number;
  /** Rounded down. */
  readonly millicredits: number;
}

/** `maxCredits` as a cap; `undefined` when it is missing or no amount. */
export function parseCap(maxCredits: unknown): Cap | undefined {
  if (typeof maxCredits !== 'number' || !Number.isFinite(maxCredits) || maxCredits < 0) return undefined;
  return { credits: maxCredits, millicredits: toWholeMillicredits(maxCredits) };
}

const DECIMAL = /^(?<whole>\d+)(?:\.(?<fraction>\d+))?(?:e(?<exponent>[+-]\d+))?$/;
const MILLI_DIGITS = 3;
/** Of the largest safe integer. */
const SAFE_DIGITS = 16;

/**
 * Whole millicredits in an amount of credits that a caller sent, rounded down. It is read as the decimal that the JSON number prints as:
 * 0.3 is 300, which 0.3 * 1000 may not be. What is more than any balance is the largest safe integer.
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
