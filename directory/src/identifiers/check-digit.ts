import type { CountryCode } from './country-code.js';

const DIGITS = /^[0-9]+$/;

const WEIGHTS = {
  NO: [3, 2, 7, 6, 5, 4, 3, 2, 1],
  DK: [2, 7, 6, 5, 4, 3, 2, 1],
  FI: [7, 9, 10, 5, 8, 4, 2, 1],
} as const;

/**
 * Whether the last of a number's bare digits is the check digit that its register computes. For importers, to tell a
 * mistyped record; a caller's number is looked up whatever its check digit, since a wrong one is merely not found.
 */
export function hasValidCheckDigit(countryCode: CountryCode, digits: string): boolean {
  if (!DIGITS.test(digits)) return false;
  if (countryCode === 'SE') return digits.length === 10 && luhnSum(digits) % 10 === 0;
  return digits.length === WEIGHTS[countryCode].length && weightedSum(digits, WEIGHTS[countryCode]) % 11 === 0;
}

/** Counted from the left of ten digits, Luhn doubles every other digit from the first on and adds the digits of the products. */
function luhnSum(digits: string): number {
  let sum = 0;
  for (let position = 0; position < digits.length; position++) {
    const product = Number(digits[position]) * (position % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return sum;
}

/**
 * With weight 1 for the check digit itself, "11 minus the remainder" is the same as "the whole sum divides by 11". The
 * numbers whose check digit would have been 10 are never issued, and no single digit makes their sum divide.
 */
function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [position, weight] of weights.entries()) sum += Number(digits[position]) * weight;
  return sum;
}
