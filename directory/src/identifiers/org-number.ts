import { hasValidCheckDigit } from './check-digit.js';
import { COUNTRY_CODES, type CountryCode } from './country-code.js';
import { isPersonalNumber, maskPersonalNumber } from './sole-trader.js';
import { isCleanText } from './text.js';

/** One reading of a number: a register and the digits in its form (SE 10, NO 9, DK 8, FI 8). */
export interface OrgNumberCandidate {
  readonly countryCode: CountryCode;
  readonly digits: string;
}

const MAX_LENGTH = 64;
const SPACES_AND_DOTS = /[\s\p{Z}\p{Cf}.]+/gu;
/**
 * In a Swedish personal number, `+` replaces the hyphen from the year in which the person turns
 * 100.
 */
const DASHES = /[\p{Pd}\u2212+]+/gu;

/** A written number without spaces and dots: prefix, digits with hyphens, suffix. */
const WRITTEN = /^(SE|NO|DK|FI)?(-?[0-9][0-9-]*)(MVA)?$/i;
const PLAIN_DIGITS = /^[0-9]+$/;
const HYPHEN_BEFORE_LAST_DIGIT = /^[0-9]{6,7}-[0-9]$/;
const CENTURY = /^(?:16|18|19|20)/;

/**
 * Parses a national organization number with separators and the register's own prefix or suffix.
 * Returns its candidates in lookup order: one, or two (DK, FI) for eight digits without a country.
 * Does not check check digits.
 *
 * @returns `undefined` when malformed: no digits, a digit count that no register (or not that of
 * `country`) uses, or a prefix or suffix of a country other than `country`.
 */
export function parseOrgNumber(text: string, country?: CountryCode): OrgNumberCandidate[] | undefined {
  if (text.length > MAX_LENGTH || !isCleanText(text)) return undefined;
  const written = WRITTEN.exec(withoutSpacesAndDots(text));
  if (written === null) return undefined;

  const [, prefix, numeral = '', suffix] = written;
  const named = namedCountries(country, prefix, suffix);
  if (named.size > 1) return undefined;

  const hyphenated = trimHyphens(numeral);
  const candidates: OrgNumberCandidate[] = [];
  for (const countryCode of named.size === 1 ? named : possibleCountries(hyphenated)) {
    const digits = readers[countryCode](hyphenated.replaceAll('-', ''), hyphenated);
    if (digits !== undefined) candidates.push({ countryCode, digits });
  }
  return candidates.length === 0 ? undefined : candidates;
}

/**
 * Formats a number for display: SE `556036-0793`, NO `923609016`, DK `24256790`, FI `0112038-9`.
 * Always masks a personal number, so no caller can forget to.
 */
export function formatOrgNumber(countryCode: CountryCode, digits: string): string {
  if (isPersonalNumber(countryCode, digits)) return maskPersonalNumber(digits);
  if (countryCode === 'SE') return `${digits.slice(0, 6)}-${digits.slice(6)}`;
  if (countryCode === 'FI') return `${digits.slice(0, 7)}-${digits.slice(7)}`;
  return digits;
}

/** Reads each register's number from all digits and from the digits with their hyphens. */
const readers: Record<CountryCode, (digits: string, hyphenated: string) => string | undefined> = {
  SE: (digits) => (digits.length === 12 ? swedishTwelve(digits) : ofLength(digits, 10)),
  NO: (digits) => ofLength(digits, 9),
  DK: (digits) => ofLength(digits, 8),
  // Old numbers of six digits and a check digit are the same numbers without their leading zero.
  // Only the hyphen distinguishes that form from a number with a missing digit.
  FI: (digits, hyphenated) =>
    HYPHEN_BEFORE_LAST_DIGIT.test(hyphenated) ? digits.padStart(8, '0') : ofLength(digits, 8),
};

function namedCountries(country?: CountryCode, prefix?: string, suffix?: string): Set<CountryCode> {
  const named = new Set<CountryCode>();
  if (country !== undefined) named.add(country);
  if (prefix !== undefined) named.add(prefix.toUpperCase() as CountryCode);
  if (suffix !== undefined) named.add('NO');
  return named;
}

function possibleCountries(hyphenated: string): readonly CountryCode[] {
  return HYPHEN_BEFORE_LAST_DIGIT.test(hyphenated) ? ['FI'] : COUNTRY_CODES;
}

/**
 * Reads twelve Swedish digits: ten after a century (16 for legal persons), or ten before the `01`
 * of a VAT number. When both readings are possible, the century wins unless only the VAT reading
 * has a valid check digit.
 */
function swedishTwelve(digits: string): string | undefined {
  const afterCentury = CENTURY.test(digits) ? digits.slice(2) : undefined;
  const beforeVatSuffix = digits.endsWith('01') ? digits.slice(0, 10) : undefined;
  if (afterCentury === undefined || beforeVatSuffix === undefined) return afterCentury ?? beforeVatSuffix;
  const onlyVatChecks = hasValidCheckDigit('SE', beforeVatSuffix) && !hasValidCheckDigit('SE', afterCentury);
  return onlyVatChecks ? beforeVatSuffix : afterCentury;
}

function ofLength(digits: string, length: number): string | undefined {
  return digits.length === length ? digits : undefined;
}

function withoutSpacesAndDots(text: string): string {
  return PLAIN_DIGITS.test(text) ? text : text.replace(SPACES_AND_DOTS, '').replace(DASHES, '-');
}

function trimHyphens(text: string): string {
  const start = text.startsWith('-') ? 1 : 0;
  return text.slice(start, text.endsWith('-') ? -1 : undefined);
}
