import { expect } from 'chai';
import fc from 'fast-check';
import { allowedInOneRound, judge, Misses, MAX_MISSES, type Lookup } from './misses.js';

const lookup = fc.record({
  prefix: fc.constantFrom('a', 'b'),
  number: fc.integer({ min: 0, max: 40 }).map(String),
  found: fc.boolean(),
});
/** Batches in which each number is unique and has one prefix. */
const lookups = fc
  .uniqueArray(lookup, { selector: ({ prefix, number }) => prefix + number, maxLength: 60 })
  .map((all) => all.map(({ prefix, number, found }) => ({ prefix, number: prefix + number, found })));

const numbersOf = (numbers: readonly { readonly number: string }[]): string[] => numbers.map(({ number }) => number);

/** The simplest form of the rule: numbers one after the other, and MAX_MISSES misses. */
function askOneByOne(
  counted: Map<string, Set<string>>,
  { prefix, number, found }: Lookup,
): 'shown' | 'missed' | 'withheld' {
  const missed = counted.get(prefix) ?? new Set<string>();
  counted.set(prefix, missed);
  if (missed.size >= MAX_MISSES && !missed.has(number)) return 'withheld';
  if (!found) missed.add(number);
  return found ? 'shown' : 'missed';
}

describe('the rule for misses', () => {
  it('[D privacy.1] gives a batch the same outcome as its numbers one after the other', () => {
    fc.assert(
      fc.property(lookups, lookups, (earlier, batch) => {
        const counted = new Map<string, Set<string>>();
        for (const each of earlier) askOneByOne(counted, { ...each, found: false });
        const misses = new Misses(
          [...counted].flatMap(([prefix, all]) => [...all].map((number) => ({ prefix, number }))),
        );
        const expected = batch.filter((each) => askOneByOne(counted, each) === 'shown');

        const shown: string[] = [];
        let waiting: readonly Lookup[] = batch;
        for (;;) {
          const allowed = allowedInOneRound(misses, waiting);
          if (allowed.length === 0) break;
          shown.push(...numbersOf(judge(misses, allowed).shown));
          waiting = waiting.filter((each) => !allowed.includes(each));
        }
        expect(shown.toSorted()).to.deep.equal(numbersOf(expected).toSorted());
        for (const each of waiting) expect(askOneByOne(counted, each)).to.equal('withheld');
      }),
    );
  });

  it('[D privacy.1] never allows more numbers in one round than may be missed', () => {
    fc.assert(
      fc.property(lookups, lookups, (earlier, batch) => {
        const misses = new Misses();
        judge(
          misses,
          earlier.map((each) => ({ ...each, found: false })),
        );
        for (const prefix of ['a', 'b']) {
          const missed = new Set(numbersOf(earlier.filter((each) => each.prefix === prefix)).slice(0, MAX_MISSES));
          const others = allowedInOneRound(misses, batch).filter(
            (each) => each.prefix === prefix && !missed.has(each.number),
          );
          expect(missed.size + others.length).to.be.at.most(MAX_MISSES);
        }
      }),
    );
  });

  it('[D privacy.1] does not count a number twice, and allows it again when there is no room for others', () => {
    const misses = new Misses();
    const batch = Array.from({ length: MAX_MISSES + 1 }, (_, at) => ({
      prefix: 'a',
      number: String(at),
      found: false,
    }));
    expect(judge(misses, batch).missed).to.have.length(MAX_MISSES);
    expect(judge(misses, batch)).to.deep.equal({ shown: [], missed: [] });
    expect(numbersOf(allowedInOneRound(misses, batch))).to.deep.equal(numbersOf(batch.slice(0, MAX_MISSES)));
    expect(numbersOf(judge(misses, [{ prefix: 'a', number: '0', found: true }]).shown)).to.deep.equal(['0']);
  });
});
