import { expect } from 'chai';
import fc from 'fast-check';
import { anyText } from '#testing/any-text.js';
import { isCleanText } from './text.js';

describe('clean text', () => {
  it('rejects NUL and lone surrogates, which PostgreSQL cannot store', () => {
    for (const text of ['\0', 'a\0b', '\ud800', 'a\udc00b', '\udc00\ud800']) expect(isCleanText(text)).to.equal(false);
  });

  it('accepts everything else', () => {
    for (const text of ['', 'Åsa', '\u{1f600}', '\t', '\u0001']) expect(isCleanText(text)).to.equal(true);
  });

  it('is exactly the text that survives UTF-8 without a NUL', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const survives = Buffer.from(text, 'utf8').toString('utf8') === text && !text.includes('\0');
        expect(isCleanText(text)).to.equal(survives);
      }),
    );
  });
});
