import { createHmac } from 'node:crypto';
import type { CountryCode } from './country-code.js';

const SWEDISH_PERSONAL_NUMBER = /^[0-9]{2}[01][0-9]{7}$/;

/**
 * Whether bare digits are a Swedish personal or coordination number, which is what a sole trader is registered under. Both begin
 * with a birth date, so the third digit is a month's first: 0 or 1. A legal person's number has 2 or more there.
 */
export function isPersonalNumber(countryCode: CountryCode, digits: string): boolean {
  return countryCode === 'SE' && SWEDISH_PERSONAL_NUMBER.test(digits);
}

/** The only form in which a personal number of ten digits may be stored or shown: `YYMMDD-XXXX`. */
export function maskPersonalNumber(digits: string): string {
  return `${digits.slice(0, 6)}-XXXX`;
}

/**
 * HMAC-SHA-256, base64url, of a personal number's ten digits: what is stored and matched in its place. Keyed, because there
 * are few enough personal numbers to hash them all.
 */
export function soleTraderHash(key: string | Buffer, digits: string): string {
  return createHmac('sha256', key).update(digits).digest('base64url');
}
