import { expect } from 'chai';
import fc from 'fast-check';
import { MAX_LINE_BYTES, splitLines } from './lines.js';
import { collect, inPieces } from '#testing/formats.js';

describe('splitting an input into lines', () => {
  const lines = (bytes: Buffer, size = bytes.length || 1) => collect(splitLines(inPieces(bytes, size)));

  it('counts empty lines and leaves them out, and needs no newline at the end', async () => {
    expect(await lines(Buffer.from('a\n\n  \nb'))).to.deep.equal([
      { line: 1, text: 'a' },
      { line: 4, text: 'b' },
    ]);
  });

  it('drops a byte order mark and tolerates carriage returns', async () => {
    const found = await lines(Buffer.from('\ufeff{"a":1}\r\n{"a":2}\r\n'));
    expect(found.map((line) => ('text' in line ? (JSON.parse(line.text) as unknown) : line))).to.deep.equal([
      { a: 1 },
      { a: 2 },
    ]);
  });

  it('rejects only the line that is not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('å\n'), Buffer.from([0x61, 0xff, 0x0a]), Buffer.from('ö')]);
    expect(await lines(bytes)).to.deep.equal([
      { line: 1, text: 'å' },
      { line: 2, reason: 'invalid_utf8' },
      { line: 3, text: 'ö' },
    ]);
  });

  it('accepts a line of the maximum length and rejects a longer one, for any split into chunks', async () => {
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

  it('finds the same lines for any split of the input into chunks', async () => {
    const text = fc.array(fc.constantFrom('\n', '\r\n', 'a', 'å', '€', '😀', ' ', '{}'), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (parts, size) => {
        const bytes = Buffer.from(parts.join(''));
        expect(await lines(bytes, size)).to.deep.equal(await lines(bytes));
      }),
    );
  });
});
