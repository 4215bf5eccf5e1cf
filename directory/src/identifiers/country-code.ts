/** The countries whose registers are held, in the order in which a number without a country is tried. */
export const COUNTRY_CODES = ['SE', 'NO', 'DK', 'FI'] as const;

/** ISO 3166-1 alpha-2 code of a register's country. */
export type CountryCode = (typeof COUNTRY_CODES)[number];

const known: ReadonlySet<unknown> = new Set(COUNTRY_CODES);

/** Whether a value is exactly one of the codes: upper case, nothing around it. */
export function isCountryCode(value: unknown): value is CountryCode {
  return known.has(value);
}
