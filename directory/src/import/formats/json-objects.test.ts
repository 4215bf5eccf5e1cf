import { expect } from 'chai';
import fc from 'fast-check';
import { collect, inPieces } from '#testing/formats.js';
import { splitObjects } from './json-objects.js';

const MAX_BYTES = 1_000;

describe('splitting JSON into objects', () => {
  const objects = (text: string | Buffer, size = 7) =>
    collect(splitObjects(inPieces(Buffer.from(text), size), MAX_BYTES));
  const failure = (text: string) =>
    objects(text).then(
      () => 'no error',
      (error: unknown) => (error as { code: string; detail: string }).detail,
    );

  it('finds the objects of an array and of a sequence, each with the line on which it begins', async () => {
    const found = await objects('\ufeff[\n {"a": {"b": 1}} ,\n{"c":\n"}"}]\n{"d":"\\"}"}');
    expect(found).to.deep.equal([
      { line: 2, text: '{"a": {"b": 1}}' },
      { line: 3, text: '{"c":\n"}"}' },
      { line: 5, text: '{"d":"\\"}"}' },
    ]);
  });

  it('finds no objects in an empty array or an empty input', async () => {
    expect(await objects('[ ]\n')).to.deep.equal([]);
    expect(await objects('')).to.deep.equal([]);
  });

  it('returns texts that parse to the objects, for any split of the input into chunks', async () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }));
    await fc.assert(
      fc.asyncProperty(fc.array(object), fc.nat(2), fc.integer({ min: 1, max: 50 }), async (all, space, size) => {
        const found = await collect(
          splitObjects(inPieces(Buffer.from(JSON.stringify(all, null, space)), size), 1_000_000),
        );
        const parsed = found.map((each) => ('text' in each ? (JSON.parse(each.text) as unknown) : each));
        expect(parsed).to.deep.equal(JSON.parse(JSON.stringify(all)));
      }),
    );
  });

  it('rejects only the object that is too long', async () => {
    const found = await objects(`[{"a":1},\n{"a":"${'x'.repeat(MAX_BYTES)}"},\n{"a":2}]`);
    expect(found).to.deep.equal([
      { line: 1, text: '{"a":1}' },
      { line: 2, reason: 'line_too_long' },
      { line: 3, text: '{"a":2}' },
    ]);
  });

  it('rejects only the object that is not UTF-8', async () => {
    const found = await objects(Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}{}')]));
    expect(found).to.deep.equal([
      { line: 1, reason: 'invalid_utf8' },
      { line: 1, text: '{}' },
    ]);
  });

  it('fails on a truncated input and names the line', async () => {
    expect(await failure('[\n{"a":1},\n{"b":')).to.equal('Line 3: the record that begins here is cut short');
    expect(await failure('[{"a":1},\n')).to.equal('Line 2: the array is cut short');
  });

  it('fails on anything but objects and names the line', async () => {
    for (const text of ['<html>', '[1]', '[[{}]]', '{},{}', '{}]', 'null']) {
      expect(await failure(text), text).to.equal('Line 1: expected a JSON object or an array of them');
    }
  });
});
