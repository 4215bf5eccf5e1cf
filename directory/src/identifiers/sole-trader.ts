import { createHmac } from 'node:crypto';
import type { CountryCode } from './country-code.js';

const SWEDISH_PERSONAL_NUMBER = /^[0-9]{2}[01][0-9]{7}$/;

/**
 * Returns true for the digits of a Swedish personal or coordination number. Sole traders are
 * registered under these. Both start with a birth date, so the third digit is the first of a month:
 * 0 or 1. In a legal person's number it is 2 or more.
 */
export function isPersonalNumber(countryCode: CountryCode, digits: string): boolean {
  return countryCode === 'SE' && SWEDISH_PERSONAL_NUMBER.test(digits);
}

/**
 * Returns the only form in which a personal number of ten digits may be stored or shown:
 * `YYMMDD-XXXX`.
 */
export function maskPersonalNumber(digits: string): string {
  return `${digits.slice(0, 6)}-XXXX`;
}

/**
 * Returns the HMAC-SHA-256 of a personal number's ten digits in base64url. It is stored and matched
 * in place of the number. The hash is keyed, because there are few enough personal numbers to hash
 * all of them.
 */
export function soleTraderHash(key: string | Buffer, digits: string): string {
  return createHmac('sha256', key).update(digits).digest('base64url');
}
