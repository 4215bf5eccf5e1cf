const DECIMAL = /^(\d+)(?:\.(\d{1,3}))?$/;

/** 10^9 credits: far from where a JSON number stops telling thousandths apart. */
export const MAX_CREDITS = 1_000_000_000;

/**
 * Credits as an administrator writes them, in millicredits: the decimal that the JSON number reads as, never binary arithmetic.
 *
 * @returns `undefined` when negative, not finite, above MAX_CREDITS or finer than 3 decimals
 */
export function parseCredits(credits: number): number | undefined {
  const match = DECIMAL.exec(String(credits));
  if (match === null || credits > MAX_CREDITS) return undefined;
  return Number(match[1]) * 1000 + Number((match[2] ?? '').padEnd(3, '0'));
}
