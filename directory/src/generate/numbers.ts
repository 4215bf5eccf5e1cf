import { hasValidCheckDigit, type CountryCode } from '../identifiers/index.js';

/** Returns another number of one register at each call, in an order without a visible pattern. */
export type NumberSource = () => string;

/** A range of `count` numbers from `first`, without their check digits. */
interface Range {
  readonly first: number;
  readonly count: number;
}

/**
 * Ranges in which the registers have issued no numbers, so that no invented organization has the
 * number of a real one. Norway's numbers begin with 8 or 9, no Swedish legal person's begins with
 * 4, and Finland's have not reached 5. Denmark is the exception: it has used every first digit.
 */
const RANGES: Readonly<Record<CountryCode, Range>> = {
  SE: { first: 422_000_000, count: 8_000_000 },
  NO: { first: 10_000_000, count: 70_000_000 },
  DK: { first: 5_000_000, count: 5_000_000 },
  FI: { first: 5_000_000, count: 5_000_000 },
};

/** A prime that divides no range: stepping by it visits every number of a range once. */
const STEP = 3_141_629;

/**
 * Creates a source of numbers of legal persons. It throws a RangeError when its range is used up.
 */
export function numberSource(countryCode: CountryCode, seed: number): NumberSource {
  const { first, count } = RANGES[countryCode];
  let taken = 0;
  let at = Math.abs(Math.trunc(seed)) % count;
  return () => {
    for (;;) {
      if (taken++ === count) throw new RangeError(`All invented numbers of ${countryCode} are used up.`);
      const number = withCheckDigit(countryCode, String(first + at));
      at = (at + STEP) % count;
      // About one number in eleven has no valid check digit, and registers never issue it.
      if (number !== undefined) return number;
    }
  };
}

const DAYS = 36_524;
/** Birth numbers that the Swedish tax agency reserves for test data and never issues. */
const TEST_BIRTH_NUMBERS = { first: 980, count: 20 };
const FIRST_BIRTH = Date.UTC(1925, 0, 1);
const DAY_MS = 86_400_000;
/** A prime that does not divide the number of dates and birth numbers. */
const PERSON_STEP = 314_159;

/**
 * Creates a source of personal numbers for sole traders: well formed, but never issued to anybody.
 */
export function personalNumberSource(seed: number): NumberSource {
  const count = DAYS * TEST_BIRTH_NUMBERS.count;
  let at = Math.abs(Math.trunc(seed)) % count;
  return () => {
    const birth = new Date(FIRST_BIRTH + Math.floor(at / TEST_BIRTH_NUMBERS.count) * DAY_MS).toISOString();
    const serial = TEST_BIRTH_NUMBERS.first + (at % TEST_BIRTH_NUMBERS.count);
    at = (at + PERSON_STEP) % count;
    const number = withCheckDigit('SE', `${birth.slice(2, 10).replaceAll('-', '')}${serial}`);
    if (number === undefined) throw new Error('Every Swedish number has a check digit.');
    return number;
  };
}

function withCheckDigit(countryCode: CountryCode, digits: string): string | undefined {
  for (let checkDigit = 0; checkDigit < 10; checkDigit++) {
    const number = `${digits}${checkDigit}`;
    if (hasValidCheckDigit(countryCode, number)) return number;
  }
  return undefined;
}
