import fc from 'fast-check';

/**
 * A string of arbitrary UTF-16 units, so with NUL, control characters and lone
 * surrogates.
 */
const anyUnits = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });

/**
 * Any string a caller can send, from plausible to hostile. `fragments` are mixed in so
 * that a parser gets past its first check.
 */
export function anyText(...fragments: string[]): fc.Arbitrary<string> {
  const strings = [
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    anyUnits,
    fc.constantFrom('', ' ', '%', '%E5', '%00', '\0', '\ud800', '\udc00', '.', '..', '@', '[::1]', ...fragments),
  ];
  return fc.array(fc.oneof(...strings), { maxLength: 5 }).map((parts) => parts.join(''));
}

/** For tests: a text of decimal digits of the given length. */
export function digitsOf(minLength: number, maxLength = minLength): fc.Arbitrary<string> {
  return fc.string({ unit: fc.nat(9).map(String), minLength, maxLength });
}

/** For tests: a text with each letter in either case. */
export function anyCase(text: string): fc.Arbitrary<string> {
  return fc.mixedCase(fc.constant(text));
}
