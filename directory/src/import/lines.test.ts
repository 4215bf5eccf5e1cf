import { expect } from 'chai';
import fc from 'fast-check';
import { MAX_LINE_BYTES, splitLines } from './lines.js';
import { collect, inPieces } from './testing.js';

describe('lines of an input', () => {
  const lines = (bytes: Buffer, size = bytes.length || 1) => collect(splitLines(inPieces(bytes, size)));

  it('empty lines are left out but counted, and the last needs no newline', async () => {
    expect(await lines(Buffer.from('a\n\n  \nb'))).to.deep.equal([
      { line: 1, text: 'a' },
      { line: 4, text: 'b' },
    ]);
  });

  it('a byte order mark and carriage returns are no part of the JSON', async () => {
    const found = await lines(Buffer.from('\ufeff{"a":1}\r\n{"a":2}\r\n'));
    expect(found.map((line) => ('text' in line ? (JSON.parse(line.text) as unknown) : line))).to.deep.equal([
      { a: 1 },
      { a: 2 },
    ]);
  });

  it('a line that is not UTF-8 is refused alone', async () => {
    const bytes = Buffer.concat([Buffer.from('å\n'), Buffer.from([0x61, 0xff, 0x0a]), Buffer.from('ö')]);
    expect(await lines(bytes)).to.deep.equal([
      { line: 1, text: 'å' },
      { line: 2, reason: 'invalid_utf8' },
      { line: 3, text: 'ö' },
    ]);
  });

  it('a line of the greatest length goes in and a longer one is refused, in whatever pieces it comes', async () => {
    const longest = 'x'.repeat(MAX_LINE_BYTES);
    const bytes = Buffer.from(`a\n${longest}\n${longest}y\nb\n${longest}y`);
    for (const size of [bytes.length, 64 * 1024, MAX_LINE_BYTES - 1]) {
      const found = await lines(bytes, size);
      expect(found.map((line) => ('text' in line ? line.text.length : line.reason))).to.deep.equal([
        1,
        MAX_LINE_BYTES,
        'line_too_long',
        1,
        'line_too_long',
      ]);
      expect(found.map(({ line }) => line)).to.deep.equal([1, 2, 3, 4, 5]);
    }
  });

  it('the pieces in which bytes arrive make no difference', async () => {
    const text = fc.array(fc.constantFrom('\n', '\r\n', 'a', 'å', '€', '😀', ' ', '{}'), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (parts, size) => {
        const bytes = Buffer.from(parts.join(''));
        expect(await lines(bytes, size)).to.deep.equal(await lines(bytes));
      }),
    );
  });
});
