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

/** An organization's number in the only forms that leave this file. */
export interface StoredNumber {
  readonly countryCode: CountryCode;
  /** The number is a person's, in Sweden: it is not here. */
  readonly soleTrader: boolean;
  /** The value of the identifier `orgNumber`: `NO923609016`; a sole trader's is `SE#` and the keyed hash. */
  readonly key: string;
  /** As shown: `556036-0793`, or masked. */
  readonly shown: string;
}

const MAX_WRITTEN_LENGTH = 64;

/**
 * Reads `countryCode` and `organizationNumber`. Check digits are not judged: what a register is said to have written is
 * taken, and a mistyped number is merely never asked for.
 *
 * @param declaredSoleTrader what the record says; a Swedish number that is a personal one is a sole trader's whatever it says
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
