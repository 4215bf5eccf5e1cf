import { expect } from 'chai';
import fc from 'fast-check';
import { anyText } from '#testing/any-text.js';
import { normalizeName } from './normalize-name.js';
import { firstNameOf, namesMatch, parseName } from './names.js';

/** Few words, so that properties meet names that share some of them. */
const word = fc.constantFrom('anna', 'berg', 'maria', 'karin', 'anna-karin', 'berg-nilsson', 'nilsson-berg', 'nilsson');
const someName = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));

function match(a: string, b: string): boolean {
  return namesMatch(normalizeName(a), normalizeName(b));
}

describe('names that match', () => {
  const same: [a: string, b: string][] = [
    ['Anna Berg', 'anna BERG'],
    ['Åsa Öberg', 'Asa Oberg'],
    ['Anna O’Brien', 'Anna Obrien'],
    ['Anna Maria Berg', 'Anna Berg'],
    ['Anna Maria Karin Berg', 'Anna Karin Berg'],
    ['Anna Maria Karin Berg', 'Anna Maria Berg'],
    ['Anna Berg-Nilsson', 'Anna Berg'],
    ['Anna Berg-Nilsson', 'Anna Nilsson'],
    ['Anna Berg-Nilsson', 'Anna Maria Nilsson'],
    ['Anna Berg–Nilsson', 'Anna Berg-Nilsson'],
    ['Anna Berg Nilsson', 'Anna Nilsson'],
    ['Anna Berg Nilsson', 'Anna Berg-Nilsson'],
    ['Anna-Karin Berg', 'Anna-Karin Maria Berg'],
    ['Cher', 'CHER'],
  ];
  for (const [a, b] of same) {
    it(`[4.4.2] [D identifiers.6] ${a} and ${b}`, () => {
      expect(match(a, b)).to.equal(true);
    });
  }
});

describe('names that do not match', () => {
  const different: [a: string, b: string, why: string][] = [
    ['Anna Berg', 'Anna Nilsson', 'another surname'],
    ['Anna Berg', 'Maria Berg', 'another given name'],
    ['Maria Anna Berg', 'Anna Berg', 'the first given name is not a middle name'],
    ['Anna Maria Berg', 'Anna Karin Berg', 'middle names contradict'],
    ['Anna Maria Karin Berg', 'Anna Karin Maria Berg', 'middle names in another order'],
    ['Anna Maria Karin Berg', 'Anna Karin Eva Berg', 'each holds a middle name that the other denies'],
    ['Anna Berg Nilsson', 'Anna Berg', 'a double surname matches by its last word alone'],
    ['Anna-Karin Berg', 'Anna Berg', 'a hyphenated given name is one name'],
    ['Anna-Karin Berg', 'Anna Karin Berg', 'a hyphenated given name is one name'],
    ['Anna Berg-Nilsson', 'Anna Berg-Larsson', 'two hyphenated surnames contradict'],
    ['Anna Berg-Nilsson', 'Anna Nilsson-Berg', 'two hyphenated surnames contradict'],
    ['William Berg', 'Bill Berg', 'no nicknames'],
    ['Anna Berg', 'A. Berg', 'no initials'],
    ['Anna Maria Berg', 'Anna M Berg', 'no initials'],
    ['Anna Berg', 'Anna Bergh', 'no edit distance'],
    ['Anna Berg', 'Berg Anna', 'the order counts'],
    ['Anna', 'Anna Berg', 'one word has no surname'],
    ['Berg', 'Anna Berg', 'one word has no given name'],
    ['Anna', 'Anna Anna', 'one word matches only itself'],
  ];
  for (const [a, b, why] of different) {
    it(`[4.4.2] [D identifiers.6] ${a} and ${b}: ${why}`, () => {
      expect(match(a, b)).to.equal(false);
      expect(match(b, a)).to.equal(false);
    });
  }

  it('the empty name matches nothing, not even itself', () => {
    expect(namesMatch('', '')).to.equal(false);
    expect(namesMatch('', 'anna')).to.equal(false);
  });
});

describe('matching of names', () => {
  it('[D identifiers.6] is symmetric', () => {
    fc.assert(
      fc.property(someName, someName, (a, b) => {
        expect(namesMatch(a, b)).to.equal(namesMatch(b, a));
      }),
      { numRuns: 2000 },
    );
  });

  it('[D identifiers.6] every name matches itself', () => {
    fc.assert(
      fc.property(fc.oneof(someName, anyText('Anna', ' ', '-').map(normalizeName)), (name) => {
        fc.pre(name !== '');
        expect(namesMatch(name, name)).to.equal(true);
      }),
    );
  });

  it('[D identifiers.6] ignores missing middle names', () => {
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 4 }),
        fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
        (middle, kept) => {
          const some = middle.filter((_, index) => kept[index]);
          expect(namesMatch(['eva', ...middle, 'lund'].join(' '), ['eva', ...some, 'lund'].join(' '))).to.equal(true);
        },
      ),
    );
  });

  it('gives matching names the same first name', () => {
    fc.assert(
      fc.property(someName, someName, (a, b) => {
        fc.pre(namesMatch(a, b));
        expect(firstNameOf(a)).to.equal(firstNameOf(b));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the first name', () => {
  it('[D identifiers.6] is the first given name, and a hyphenated one is one name', () => {
    expect(firstNameOf('anna berg')).to.equal('anna');
    expect(firstNameOf('anna maria berg')).to.equal('anna');
    expect(firstNameOf('anna-karin berg-nilsson')).to.equal('anna-karin');
  });

  it('is the word itself for a name of one word', () => {
    expect(firstNameOf('cher')).to.equal('cher');
  });
});

describe('names as sent', () => {
  it('are kept as written, trimmed', () => {
    expect(parseName(' Åsa  O’Brien\n')).to.deep.equal({ written: 'Åsa  O’Brien', normalized: 'asa obrien' });
    expect(parseName('王秀英')).to.deep.equal({ written: '王秀英', normalized: '王秀英' });
  });

  it('[D identifiers.5] a name of only white space is rejected, and so is one that normalizes to nothing', () => {
    for (const text of ['', ' ', '\t\n', '\u00a0\u2003', '\u200b', "'", ' - ', '\u0301']) {
      expect(parseName(text), JSON.stringify(text)).to.equal(undefined);
    }
  });

  it('a name that cannot be stored is rejected', () => {
    for (const text of ['Anna\0 Berg', 'Anna \ud800', 'a'.repeat(201), '\ufdfa'.repeat(100), 'a'.repeat(100_000)]) {
      expect(parseName(text), JSON.stringify(text.slice(0, 20))).to.equal(undefined);
    }
    expect(parseName('a'.repeat(200))?.written).to.have.length(200);
  });

  it('never throws, and reading its result again changes nothing', () => {
    fc.assert(
      fc.property(anyText('Anna', ' ', '-', "'"), (text) => {
        const name = parseName(text);
        if (name === undefined) return;
        expect(parseName(name.written)).to.deep.equal(name);
        expect(name.normalized).to.equal(normalizeName(text)).and.not.to.equal('');
      }),
    );
  });
});
