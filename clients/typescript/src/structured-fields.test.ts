import { expect } from 'chai';
import fc from 'fast-check';
import { parseList as parseReference, serializeList, Token, type List } from 'structured-headers';
import { parseList, type Member } from './structured-fields.js';

/** What the reference implementation reads, in the form of ours. Undefined when it rejects. */
function reference(header: string): readonly Member[] | undefined {
  let list: List;
  try {
    list = parseReference(header);
  } catch {
    return undefined;
  }
  return list.map(([name, parameters]) => ({
    name: String(name),
    parameters: Object.fromEntries(
      [...parameters].map(([key, value]) => [key, value instanceof Token ? value.toString() : value]),
    ) as Member['parameters'],
  }));
}

const text = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const token = fc.stringMatching(/^[a-zA-Z*][a-zA-Z0-9:/!#$%&'*+.^_`|~-]{0,8}$/);
const key = fc.stringMatching(/^[a-z*][a-z0-9_.*-]{0,8}$/);
const value = fc.oneof(
  fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
  fc.integer({ min: -999_999, max: 999_999 }).map((thousandths) => thousandths / 1000),
  fc.boolean(),
  text,
  token.map((each) => new Token(each)),
);
const member = fc.tuple(
  fc.oneof(
    text,
    token.map((each) => new Token(each)),
  ),
  fc.array(fc.tuple(key, value)),
);

describe('the parser of structured fields', () => {
  it('reads what the service sends', () => {
    expect(parseList('"overall";r=59;t=31, "search";r=19;t=31')).to.deep.equal([
      { name: 'overall', parameters: { r: 59, t: 31 } },
      { name: 'search', parameters: { r: 19, t: 31 } },
    ]);
  });

  it('reads every list of strings and tokens as the reference implementation does', () =>
    fc.assert(
      fc.property(fc.array(member), (members) => {
        const list: List = members.map(([name, pairs]) => [name, new Map(pairs)]);
        const header = serializeList(list);
        expect(parseList(header)).to.deep.equal(reference(header));
      }),
    ));

  it('reads or rejects every damaged header as the reference implementation does', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('"overall";r=59;t=31, "search";r=19;t=31', 'overall;q=60;w=60,spend;q=5;pk=:YQ==:;x=?1'),
        fc.nat(60),
        fc.nat(6),
        fc.stringMatching(/^[";=, \ta-z0-9?:@.\\-]{0,4}$/),
        (header, start, length, inserted) => {
          const damaged = header.slice(0, start) + inserted + header.slice(start + length);
          // Other kinds of members and values have no meaning in these headers.
          fc.pre(!/[@:(]|(^|,[ \t]*)[?\d-]/.test(damaged));
          expect(parseList(damaged)).to.deep.equal(reference(damaged));
        },
      ),
      { numRuns: 2_000 },
    ));

  it('never throws and never hangs', () => {
    fc.assert(fc.property(fc.string(), (header) => void parseList(header)));
    // The reference implementation has no bound; real headers have some 50 characters.
    for (const header of [`"${'a'.repeat(50_000)}`, `a${';a'.repeat(50_000)}=`, 'a, '.repeat(50_000)]) {
      const began = performance.now();
      expect(parseList(header)).to.equal(undefined);
      expect(performance.now() - began).to.be.below(1_000);
    }
  });
});
