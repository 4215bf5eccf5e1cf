/**
 * The countries whose registers are on record, in the order in which a number without a country is
 * looked up.
 */
export const COUNTRY_CODES = ['SE', 'NO', 'DK', 'FI'] as const;

/** ISO 3166-1 alpha-2 code of a register's country. */
export type CountryCode = (typeof COUNTRY_CODES)[number];

const known: ReadonlySet<unknown> = new Set(COUNTRY_CODES);

/** Returns true for exactly one of the codes: upper case, without white space. */
export function isCountryCode(value: unknown): value is CountryCode {
  return known.has(value);
}
