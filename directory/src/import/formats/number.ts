import { hasValidCheckDigit, isPersonalNumber, parseOrgNumber, type CountryCode } from '../../identifiers/index.js';

/** What a national number in a register's record turns out to be. */
export type NumberKind = 'organization' | 'person' | 'unknown';

/**
 * Tells whether a written number is an organization's. A Swedish number that could be a personal
 * number is a person's. `unknown` is anything that does not have the form of the register.
 */
export function numberKind(countryCode: CountryCode, written: string | undefined): NumberKind {
  const digits = written && parseOrgNumber(written, countryCode)?.[0]?.digits;
  if (!digits) return 'unknown';
  return isPersonalNumber(countryCode, digits) ? 'person' : 'organization';
}

/** Returns true when the number has the form of the register and its check digit is right. */
export function isVerifiedNumber(countryCode: CountryCode, written: string | undefined): boolean {
  const digits = written && parseOrgNumber(written, countryCode)?.[0]?.digits;
  return Boolean(digits) && hasValidCheckDigit(countryCode, digits || '');
}
