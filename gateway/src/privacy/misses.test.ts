import { expect } from 'chai';
import fc from 'fast-check';
import { allowedAtOnce, judge, Misses, MOST_MISSES, type Look } from './misses.js';

const look = fc.record({
  prefix: fc.constantFrom('a', 'b'),
  number: fc.integer({ min: 0, max: 40 }).map(String),
  found: fc.boolean(),
});
/** Each number once, as a batch has it. A number belongs to one prefix. */
const looks = fc
  .uniqueArray(look, { selector: ({ prefix, number }) => prefix + number, maxLength: 60 })
  .map((all) => all.map(({ prefix, number, found }) => ({ prefix, number: prefix + number, found })));

const numbersOf = (tried: readonly { readonly number: string }[]): string[] => tried.map(({ number }) => number);

/** The rule in the fewest words: one number after the other, and room for so many misses. */
function askOneByOne(
  counted: Map<string, Set<string>>,
  { prefix, number, found }: Look,
): 'shown' | 'missed' | 'withheld' {
  const missed = counted.get(prefix) ?? new Set<string>();
  counted.set(prefix, missed);
  if (missed.size >= MOST_MISSES && !missed.has(number)) return 'withheld';
  if (!found) missed.add(number);
  return found ? 'shown' : 'missed';
}

describe('misses', () => {
  it('[D privacy.1] a batch comes to what its numbers come to one after the other', () => {
    fc.assert(
      fc.property(looks, looks, (earlier, batch) => {
        const counted = new Map<string, Set<string>>();
        for (const each of earlier) askOneByOne(counted, { ...each, found: false });
        const misses = new Misses(
          [...counted].flatMap(([prefix, all]) => [...all].map((number) => ({ prefix, number }))),
        );
        const expected = batch.filter((each) => askOneByOne(counted, each) === 'shown');

        const shown: string[] = [];
        let waiting: readonly Look[] = batch;
        for (;;) {
          const allowed = allowedAtOnce(misses, waiting);
          if (allowed.length === 0) break;
          shown.push(...numbersOf(judge(misses, allowed).shown));
          waiting = waiting.filter((each) => !allowed.includes(each));
        }
        expect(shown.toSorted()).to.deep.equal(numbersOf(expected).toSorted());
        for (const each of waiting) expect(askOneByOne(counted, each)).to.equal('withheld');
      }),
    );
  });

  it('[D privacy.1] never are more numbers looked for at once than may be missed', () => {
    fc.assert(
      fc.property(looks, looks, (earlier, batch) => {
        const misses = new Misses();
        judge(
          misses,
          earlier.map((each) => ({ ...each, found: false })),
        );
        for (const prefix of ['a', 'b']) {
          const missed = new Set(numbersOf(earlier.filter((each) => each.prefix === prefix)).slice(0, MOST_MISSES));
          const others = allowedAtOnce(misses, batch).filter(
            (each) => each.prefix === prefix && !missed.has(each.number),
          );
          expect(missed.size + others.length).to.be.at.most(MOST_MISSES);
        }
      }),
    );
  });

  it('[D privacy.1] a number that is missed again is no further miss, and may be looked for when there is no room', () => {
    const misses = new Misses();
    const batch = Array.from({ length: MOST_MISSES + 1 }, (_, at) => ({
      prefix: 'a',
      number: String(at),
      found: false,
    }));
    expect(judge(misses, batch).missed).to.have.length(MOST_MISSES);
    expect(judge(misses, batch)).to.deep.equal({ shown: [], missed: [] });
    expect(numbersOf(allowedAtOnce(misses, batch))).to.deep.equal(numbersOf(batch.slice(0, MOST_MISSES)));
    expect(numbersOf(judge(misses, [{ prefix: 'a', number: '0', found: true }]).shown)).to.deep.equal(['0']);
  });
});
