import {
  formatOrgNumber,
  isCountryCode,
  isPersonalNumber,
  maskPersonalNumber,
  parseOrgNumber,
  soleTraderHash,
  type CountryCode,
} from '../../identifiers/index.js';
import { RecordRejected } from '../reject-reasons.js';
import { requiredText, type Fields } from './fields.js';

/**
 * An organization's number as it is stored. A Swedish sole trader's digits never leave this file.
 */
export interface StoredNumber {
  readonly countryCode: CountryCode;
  /** True when the number is a Swedish person's; `key` and `shown` then do not contain it. */
  readonly soleTrader: boolean;
  /**
   * Value of the identifier `orgNumber`: `NO923609016`, or for a sole trader `SE#` and a keyed
   * hash.
   */
  readonly key: string;
  /** The number as shown: `556036-0793`, or masked. */
  readonly shown: string;
}

const MAX_WRITTEN_LENGTH = 64;

/**
 * Reads `countryCode` and `organizationNumber`. Does not verify check digits: a mistyped number
 * does no harm, because nobody looks it up.
 *
 * @param declaredSoleTrader `soleTrader` of the record; a Swedish personal number is a sole
 *   trader's even when this is false
 * @throws RecordRejected when the country or the number is missing or malformed
 */
export function readNumber(fields: Fields, declaredSoleTrader: boolean, identityKey: string | Buffer): StoredNumber {
  const countryCode = requiredText(fields, 'countryCode', MAX_WRITTEN_LENGTH);
  if (!isCountryCode(countryCode)) throw new RecordRejected('invalid_country_code', 'countryCode');
  const written = requiredText(fields, 'organizationNumber', MAX_WRITTEN_LENGTH);
  const digits = parseOrgNumber(written, countryCode)?.[0]?.digits;
  if (digits === undefined) throw new RecordRejected('invalid_org_number', 'organizationNumber');

  if (isPersonalNumber(countryCode, digits) || (countryCode === 'SE' && declaredSoleTrader)) {
    const key = `SE#${soleTraderHash(identityKey, digits)}`;
    return { countryCode, soleTrader: true, key, shown: maskPersonalNumber(digits) };
  }
  return { countryCode, soleTrader: false, key: countryCode + digits, shown: formatOrgNumber(countryCode, digits) };
}
