import { expect } from 'chai';
import fc from 'fast-check';
import { collect, inPieces } from '#testing/formats.js';
import { splitRecords } from './json-records.js';

describe('splitting register JSON into records', () => {
  const records = (text: string | Buffer, size = 7) =>
    collect(splitRecords(inPieces(Buffer.from(text), size), { lists: ['hits', 'companies'], maxBytes: 1_000 }));

  it('finds the records of lines, of an array, and of pages with a list, with their lines', async () => {
    expect(await records('\ufeff{"a":1}\n\n{"b":2}')).to.deep.equal([
      { line: 1, text: '{"a":1}' },
      { line: 3, text: '{"b":2}' },
    ]);
    expect(await records('[\n {"a": {"b": [1]}} ,\n{"c":\n"}"}]')).to.deep.equal([
      { line: 2, text: '{"a": {"b": [1]}}' },
      { line: 3, text: '{"c":\n"}"}' },
    ]);
    const page =
      '{"took":1,"_shards":{"x":"hits"},"hits":{"total":2,"hits":[{"a":1},{"b":{"hits":[{}]}}],"x":[{}]},"y":{}}';
    expect((await records(`${page}\n${page}`)).map((each) => 'text' in each && each.text)).to.deep.equal([
      '{"a":1}',
      '{"b":{"hits":[{}]}}',
      '{"a":1}',
      '{"b":{"hits":[{}]}}',
    ]);
    expect(await records('{"totalResults":0,"companies":[]}')).to.deep.equal([]);
  });

  it('goes on after damage: a line that begins a record ends a broken one, and junk is one reject', async () => {
    expect(await records('{"a":1}\n{"a":"x\n{"b":2}\njunk junk\n{"c":3}')).to.deep.equal([
      { line: 1, text: '{"a":1}' },
      { line: 2, reason: 'invalid_json' },
      { line: 3, text: '{"b":2}' },
      { line: 4, reason: 'invalid_json' },
      { line: 5, text: '{"c":3}' },
    ]);
  });

  it('rejects a record that is too long, not UTF-8 or cut, and reads the others', async () => {
    const found = await records(`[{"a":1},\n{"a":"${'x'.repeat(1_000)}"},\n{"a":2},\n{"a`);
    expect(found.map((each) => ('reason' in each ? each.reason : each.line))).to.deep.equal([
      1,
      'line_too_long',
      3,
      'cut_short',
    ]);
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}\n{}')]);
    expect(await records(bytes)).to.deep.equal([
      { line: 1, reason: 'invalid_utf8' },
      { line: 2, text: '{}' },
    ]);
    expect(await records('[{"a":1}')).to.deep.include({ line: 1, reason: 'cut_short' });
  });

  it('refuses an input that does not begin as JSON', async () => {
    for (const text of ['<html>', 'null', '"x"', 'a;b']) {
      expect(await records(text).catch((error: unknown) => error), text).to.include({ code: 'validation_failed' });
    }
  });

  it('finds every other record of JSON lines, wherever one line is cut', async () => {
    const object = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(object, { minLength: 2, maxLength: 6 }), fc.nat(), fc.nat(), async (all, at, cut) => {
        const lines = all.map((each) => JSON.stringify({ ...each, hits: 1 }));
        const damaged = at % lines.length;
        const whole = lines[damaged] ?? '';
        lines[damaged] = whole.slice(0, 1 + (cut % (whole.length - 1)));
        const found = await records(lines.join('\n'), 50);
        const texts = found.flatMap((each) => ('text' in each ? [each.text] : []));
        for (const [index, line] of lines.entries()) if (index !== damaged) expect(texts).to.include(line);
      }),
      { numRuns: 60 },
    );
  });
});
