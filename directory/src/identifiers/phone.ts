// Not in the index: most services know no phone number, and this library is 93 modules.
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode } from './country-code.js';
import { isCleanText } from './text.js';

const MAX_LENGTH = 64;
const URI_SCHEME = /^tel:/i;
/**
 * International prefixes that libphonenumber does not read without a calling country: `0046 …`,
 * `(+46) …`.
 */
const WRITTEN_PREFIX = /^(?:\(\s*(?:\+|00)\s*([1-9][0-9]{0,2})\s*\)|00)/;

/**
 * Most numbers of a file are in E.164 already. libphonenumber would return numbers of these lengths
 * unchanged.
 */
const E164_NORDIC = /^\+(?:46[1-9][0-9]{6,8}|4[57][1-9][0-9]{7}|358[1-9][0-9]{5,10})$/;

/** A national prefix left inside an international number. Such a number does not exist. */
const TRUNK_ZERO = /^\+(?:46|358)0/;

/**
 * Converts a phone number in any written form to E.164 (`+46701740605`). Checks that a number of
 * that length can exist under its calling code, not that the range is in use: new ranges open
 * faster than libraries are updated.
 *
 * @param country the country whose national form `text` may have. Default: only international
 * numbers are accepted.
 * @returns `undefined` when malformed. An extension is dropped.
 */
export function parsePhone(text: string, country?: CountryCode): string | undefined {
  if (E164_NORDIC.test(text)) return text;
  if (text.length > MAX_LENGTH || !isCleanText(text)) return undefined;
  const written = text.trim().replace(URI_SCHEME, '').replace(WRITTEN_PREFIX, '+$1 ');
  const phone = parsePhoneNumberFromString(written, { extract: false, ...(country && { defaultCountry: country }) });
  if (phone === undefined || !phone.isPossible() || TRUNK_ZERO.test(phone.number)) return undefined;
  return phone.number;
}

/**
 * ITU-T E.164: calling codes of one and two digits. All others have three, and no code is a prefix
 * of another.
 */
const ONE_DIGIT_CODES = new Set(['1', '7']);
const TWO_DIGIT_CODES = new Set(
  (
    '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 ' +
    '81 82 84 86 90 91 92 93 94 95 98'
  ).split(' '),
);

/** Returns the number of digits of the country calling code in an E.164 number: 1 to 3. */
export function callingCodeLength(e164: string): number {
  if (ONE_DIGIT_CODES.has(e164.slice(1, 2))) return 1;
  return TWO_DIGIT_CODES.has(e164.slice(1, 3)) ? 2 : 3;
}
