import { expect } from 'chai';
import fc from 'fast-check';
import { MAX_DEPTH, MAX_VALUES, measureJson, parseJson, type Json } from './json-text.js';

const parse = (text: string): Json | undefined => parseJson(Buffer.from(text));
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('parseJson', () => {
  const malformed: Record<string, string> = {
    'an empty body': '',
    'a truncated object': '{"items": [',
    'two values': '{} {}',
    'a key twice': '{"a": 1, "a": 2}',
    'a key twice, deep': '{"items": [{"ref": "1", "ref": "2"}]}',
    'a key twice, once escaped': String.raw`{"reveal": [], "reve\u0061l": ["email"]}`,
    'a key twice with spaces before the colon': '{"a" \n\t:1, "a"\r:2}',
    'a key twice, by the name __proto__': String.raw`{"__proto__": 1, "\u005f_proto__": 2}`,
    'one level too deep': nested(MAX_DEPTH + 1),
    'far too deep': nested(100_000),
    'far too deep by objects': '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
    'too many objects': `[${'{},'.repeat(MAX_VALUES / 2)}{}]`,
    'one number too many': `[${'0,'.repeat(MAX_VALUES - 1)}0]`,
    'one key too many': `{${Array.from({ length: MAX_VALUES }, (_, index) => `"k${index}": 0`).join()}}`,
    'a comment': '{"a": 1} // one',
    NaN: '{"a": NaN}',
  };
  for (const [what, text] of Object.entries(malformed)) {
    it(`[D requests.1] rejects ${what}`, () => {
      expect(parse(text)).to.equal(undefined);
    });
  }

  it('[D requests.1] rejects bytes that are not UTF-8', () => {
    expect(parseJson(Buffer.from([0x22, 0xff, 0x22]))).to.equal(undefined);
    expect(parseJson(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])), 'a surrogate in UTF-8').to.equal(undefined);
    expect(parseJson(Buffer.from('"å"', 'latin1'))).to.equal(undefined);
    expect(parseJson(Buffer.from('"å"', 'utf16le'))).to.equal(undefined);
  });

  const wellFormed: Record<string, [string, Json]> = {
    'strings that look like keys': [String.raw`{"a": "\"b\":", "c": "b\":"}`, { a: '"b":', c: 'b":' }],
    'strings that end in backslashes': [String.raw`{"a\\": "\\\\", "b": "\\"}`, { 'a\\': '\\\\', b: '\\' }],
    'the same key in different objects': ['[{"a": {"a": 1}}, {"a": 2}]', [{ a: { a: 1 } }, { a: 2 }]],
    'keys of Object.prototype': ['{"constructor": 1, "toString": 2}', { constructor: 1, toString: 2 }],
    'an escaped NUL': [String.raw`"\u0000"`, '\0'],
    'a lone surrogate': [String.raw`"\ud800"`, '\ud800'],
    'a byte order mark': ['\ufeff{"a": 1}', { a: 1 }],
  };
  for (const [what, [text, value]] of Object.entries(wellFormed)) {
    it(`reads ${what}`, () => {
      expect(parse(text)).to.deep.equal(value);
    });
  }

  it('[D privacy.3] reads __proto__ and constructor as ordinary keys that change no object', () => {
    const text = String.raw`{"\u005f_proto__": {"reveal": ["email"]}, "constructor": {"prototype": 1}, "items": [{"__proto__": null}]}`;
    const value = parse(text) as Record<string, unknown>;
    expect(Object.keys(value)).to.deep.equal(['__proto__', 'constructor', 'items']);
    expect(Object.getPrototypeOf(value)).to.equal(Object.prototype);
    expect(value['reveal']).to.equal(undefined);
    expect(Object.getPrototypeOf((value['items'] as object[])[0])).to.equal(Object.prototype);
    expect(JSON.stringify(value)).to.equal(JSON.stringify(JSON.parse(text)));
  });

  it('reads as many levels and values as the limits allow', () => {
    expect(JSON.stringify(parse(nested(MAX_DEPTH)))).to.equal(nested(MAX_DEPTH));
    const objects = `[${'{},'.repeat(MAX_VALUES / 2 - 2)}{}]`;
    expect(JSON.stringify(parse(objects))).to.equal(objects);
    const numbers = `[${'0,'.repeat(MAX_VALUES - 2)}0]`;
    expect(JSON.stringify(parse(numbers))).to.equal(numbers);
  });

  it('reads every JSON text as JSON.parse does, with any white space', () => {
    const values = fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' });
    fc.assert(
      fc.property(values, fc.constantFrom('', ' ', '\t', '\n'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parse(text)).to.deep.equal(JSON.parse(text));
      }),
    );
  });

  it('rejects every object with a repeated key', () => {
    const member = fc.tuple(fc.string({ unit: 'binary' }), fc.jsonValue());
    const writeMember = ([key, value]: [string, unknown]): string => `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    fc.assert(
      fc.property(fc.array(member), member, fc.jsonValue(), (others, twice, second) => {
        const text = `{${[...others, twice, [twice[0], second] as [string, unknown]].map(writeMember).join(', ')}}`;
        expect(parse(text)).to.equal(undefined);
      }),
    );
  });

  it('never throws, for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const value = parseJson(Buffer.from(bytes));
        if (value !== undefined)
          expect(value).to.deep.equal(JSON.parse(Buffer.from(bytes).toString().replace('\ufeff', '')));
      }),
    );
  });
});

describe('measureJson', () => {
  const sizesOf = (text: string): object => measureJson(Buffer.from(text));

  it('counts levels, keys, values and top-level items, and nothing inside strings', () => {
    expect(sizesOf('{"a": "[{\\",:", "items": [{"items": [1, 2, 3]}, 7, "x,y"], "b": [1, 2]}')).to.deep.equal({
      depth: 4,
      keys: 4,
      values: 13,
      items: 3,
    });
  });

  it('counts no items under another key, in another place or as a value', () => {
    for (const text of ['{"itemsX": [1, 2]}', '{"a": {"items": [1, 2]}}', '{"a": "items", "b": [1, 2]}', '[[1, 2]]']) {
      expect(sizesOf(text), text).to.include({ items: 0 });
    }
  });

  it('agrees with the parsed value on keys and depth', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (value) => {
        expect(measureJson(Buffer.from(JSON.stringify(value)))).to.include({ depth: depthOf(value) });
      }),
    );
  });
});
