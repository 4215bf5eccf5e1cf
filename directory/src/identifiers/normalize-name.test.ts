import { expect } from 'chai';
import fc from 'fast-check';
import { anyCase, anyText } from '#testing/any-text.js';
import { normalizeName } from './normalize-name.js';

describe('levelled names', () => {
  const forms: [text: string, levelled: string][] = [
    ['Anna Berg', 'anna berg'],
    ['ANNA BERG', 'anna berg'],
    ['Åsa Öberg-Äng', 'asa oberg-ang'],
    ['Søren Kjær', 'soren kjaer'],
    ['Þóra Ðorvaldsdóttir', 'thora dorvaldsdottir'],
    ['René Müller-Groß', 'rene muller-gross'],
    ['GROẞ', 'gross'],
    ['Łukasz Đoković', 'lukasz dokovic'],
    ['Išmail Ñúñez Çelik', 'ismail nunez celik'],
    ['İrem Işık', 'irem isik'],
    ['A\u030asa O\u0308berg', 'asa oberg'],
    ['Œdipe Ŧŋħ', 'oedipe tnh'],
    ['ﬁnn Ａｎｎａ', 'finn anna'],
    ["O'Brien", 'obrien'],
    ['O’Brien', 'obrien'],
    ['O‘Brien', 'obrien'],
    ['O`Brien', 'obrien'],
    ['O´Brien', 'obrien'],
    ['Oʼbrien', 'obrien'],
    ['O＇Brien', 'obrien'],
    ['Anna\u2010Karin', 'anna-karin'],
    ['Anna\u2011Karin', 'anna-karin'],
    ['Anna\u2013Karin', 'anna-karin'],
    ['Anna\u2212Karin', 'anna-karin'],
    ['Anna\ufe63Karin', 'anna-karin'],
    ['  Anna \t\u00a0\u2003 Berg\n', 'anna berg'],
    ['Anna Berg - Nilsson', 'anna berg nilsson'],
    ['Anna -Berg-', 'anna berg'],
    ['An\u200bna\u00ad Be\ufeffrg', 'anna berg'],
    ["'", ''],
    [' - – ', ''],
    ['\u0301', ''],
    ['', ''],
  ];
  for (const [text, levelled] of forms) {
    it(`[D identifiers.6] ${JSON.stringify(text)} is levelled to '${levelled}'`, () => {
      expect(normalizeName(text)).to.equal(levelled);
    });
  }

  it('[D identifiers.6] levelling twice is levelling once, for every character that Unicode has', () => {
    for (let point = 0; point <= 0x10ffff; point += 1) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const levelled = normalizeName(`a ${String.fromCodePoint(point)}b`);
      if (normalizeName(levelled) !== levelled) expect.fail(`U+${point.toString(16)}`);
    }
  }).timeout(30_000);

  it('[D identifiers.6] levelling twice is levelling once, for every text', () => {
    fc.assert(
      fc.property(anyText('Åsa', "'", '-', '\u2013', ' ', '\u0301', '\u00ad', 'ß'), (text) => {
        const levelled = normalizeName(text);
        expect(normalizeName(levelled)).to.equal(levelled);
        expect(levelled).to.equal(levelled.trim());
        expect(levelled).not.to.match(/\s\s/);
      }),
      { numRuns: 1000 },
    );
  });

  it('[D identifiers.6] letter case, composition, apostrophes and repeated spaces change nothing', () => {
    const plain = normalizeName('Åsa-Märta O’Brien Sjöö');
    const written = anyCase('Åsa-Märta|O’Brien|Sjöö').chain((name) =>
      fc
        .tuple(
          fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'),
          fc.constantFrom('', "'", '’', '`'),
          fc.constantFrom(' ', '  ', '\u00a0', '\t '),
        )
        .map(([form, apostrophe, space]) => name.normalize(form).replace('’', apostrophe).replaceAll('|', space)),
    );
    fc.assert(
      fc.property(written, (name) => {
        expect(normalizeName(name)).to.equal(plain);
      }),
    );
  });

  it('[D identifiers.6] a plain ASCII name is levelled as by the long way', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'z', 'A', 'B', 'Z'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const name = words.join(' ');
        expect(normalizeName(name)).to.equal(normalizeName(`${name} `));
      }),
    );
  });
});
