import type { CountryCode } from './country-code.js';

const DIGITS = /^[0-9]+$/;

const WEIGHTS = {
  NO: [3, 2, 7, 6, 5, 4, 3, 2, 1],
  DK: [2, 7, 6, 5, 4, 3, 2, 1],
  FI: [7, 9, 10, 5, 8, 4, 2, 1],
} as const;

/**
 * Returns true when the last digit of a number is the check digit that its register computes.
 * Importers use it to detect mistyped records. A caller's number is looked up with any check digit:
 * a number with a wrong one is not found.
 */
export function hasValidCheckDigit(countryCode: CountryCode, digits: string): boolean {
  if (!DIGITS.test(digits)) return false;
  if (countryCode === 'SE') return digits.length === 10 && luhnSum(digits) % 10 === 0;
  return digits.length === WEIGHTS[countryCode].length && weightedSum(digits, WEIGHTS[countryCode]) % 11 === 0;
}

/**
 * Doubles every other of ten digits, starting with the first, and adds the digits of the products
 * (Luhn).
 */
function luhnSum(digits: string): number {
  let sum = 0;
  for (let position = 0; position < digits.length; position++) {
    const product = Number(digits[position]) * (position % 2 === 0 ? 2 : 1);
    sum += product > 9 ? product - 9 : product;
  }
  return sum;
}

/**
 * Adds the weighted digits. With weight 1 for the check digit, "11 minus the remainder" is
 * equivalent to "the sum is divisible by 11". Numbers whose check digit would be 10 are never
 * issued, and no single digit makes their sum divisible.
 */
function weightedSum(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (const [position, weight] of weights.entries()) sum += Number(digits[position]) * weight;
  return sum;
}
