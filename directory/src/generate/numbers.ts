import { hasValidCheckDigit, type CountryCode } from '../identifiers/index.js';

/** Numbers of one register, each once, in an order without pattern. */
export type NumberSource = () => string;

/** A range of numbers less their check digit: `first` and as many as `count`. */
interface Range {
  readonly first: number;
  readonly count: number;
}

/**
 * Where the registers have not issued numbers, so that an invented organization never stands in for a real one: Norway's begin with 8 or 9,
 * no Swedish legal person's with 4, Finland's have not reached 5. Denmark has used up every first digit.
 */
const RANGES: Readonly<Record<CountryCode, Range>> = {
  SE: { first: 422_000_000, count: 8_000_000 },
  NO: { first: 10_000_000, count: 70_000_000 },
  DK: { first: 5_000_000, count: 5_000_000 },
  FI: { first: 5_000_000, count: 5_000_000 },
};

/** Prime, and no divisor of any range: stepping by it visits every number of the range once. */
const STEP = 3_141_629;

export function numberSource(countryCode: CountryCode, seed: number): NumberSource {
  const { first, count } = RANGES[countryCode];
  let taken = 0;
  let at = Math.abs(Math.trunc(seed)) % count;
  return () => {
    for (;;) {
      if (taken++ === count) throw new RangeError(`there are no more invented numbers for ${countryCode}`);
      const number = withCheckDigit(countryCode, String(first + at));
      at = (at + STEP) % count;
      // In about one case of eleven there is no check digit, and the number is never issued.
      if (number !== undefined) return number;
    }
  };
}

const DAYS = 36_524;
/** The tax agency gives these birth numbers to nobody: they are for test data. */
const TEST_BIRTH_NUMBERS = { first: 980, count: 20 };
const FIRST_BIRTH = Date.UTC(1925, 0, 1);
const DAY_MS = 86_400_000;
/** Prime, and no divisor of the count of dates and birth numbers. */
const PERSON_STEP = 314_159;

/** Personal numbers as sole traders have them, well formed but never given to anybody. */
export function personalNumberSource(seed: number): NumberSource {
  const count = DAYS * TEST_BIRTH_NUMBERS.count;
  let at = Math.abs(Math.trunc(seed)) % count;
  return () => {
    const birth = new Date(FIRST_BIRTH + Math.floor(at / TEST_BIRTH_NUMBERS.count) * DAY_MS).toISOString();
    const serial = TEST_BIRTH_NUMBERS.first + (at % TEST_BIRTH_NUMBERS.count);
    at = (at + PERSON_STEP) % count;
    const number = withCheckDigit('SE', `${birth.slice(2, 10).replaceAll('-', '')}${serial}`);
    if (number === undefined) throw new Error('every Swedish number has a check digit');
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
