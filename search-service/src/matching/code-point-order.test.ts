import { expect } from 'chai';
import fc from 'fast-check';
import { compareByCodePoint } from './code-point-order.js';

const byDefinition = (a: string, b: string): number => {
  const [left, right] = [a, b].map((text) => Array.from(text, (character) => character.codePointAt(0) ?? 0));
  for (const [index, codePoint] of (left ?? []).entries()) {
    const other = right?.[index];
    if (other === undefined) return 1;
    if (codePoint !== other) return codePoint - other;
  }
  return (left?.length ?? 0) - (right?.length ?? 0);
};

describe('compareByCodePoint', () => {
  it('orders any two strings by their code points [D results.3]', () => {
    const text = fc.string({ unit: 'binary' }).filter((value) => !/[\ud800-\udfff]/u.test(value));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareByCodePoint(a, b))).to.equal(Math.sign(byDefinition(a, b)));
      }),
    );
  });

  it('orders an astral character after the last of the basic plane, unlike UTF-16 [D results.3]', () => {
    const [astral, basic] = ['\u{1f600}', '\uff5e'];
    expect(astral < basic).to.equal(true);
    expect(compareByCodePoint(astral, basic)).to.equal(1);
  });
});
