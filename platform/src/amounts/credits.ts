import { toWholeMillicredits } from './millicredits.js';

/** A decimal with at most 3 places, as a JSON number prints. */
const THOUSANDTHS = /^\d+(?:\.\d{1,3})?$/;

/** 10^9 credits. A JSON number still distinguishes thousandths at this size. */
export const MAX_CREDITS = 1_000_000_000;

/**
 * Returns the amount in millicredits. Reads the decimal that the JSON number prints as, without
 * binary arithmetic.
 *
 * @returns `undefined` when negative, not finite, above MAX_CREDITS or finer than 3 decimals
 */
export function parseCredits(credits: number): number | undefined {
  if (!THOUSANDTHS.test(String(credits)) || credits > MAX_CREDITS) return undefined;
  return toWholeMillicredits(credits);
}
