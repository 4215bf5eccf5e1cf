import { expect } from 'chai';
import fc from 'fast-check';
import { parseIdempotencyKey } from './keyed-request.js';

describe('parseIdempotencyKey', () => {
  const keys: Record<string, string | undefined> = {
    '7f0c3a52-8d0e-4b57-9a53-0f8b7f2f6c11': '7f0c3a52-8d0e-4b57-9a53-0f8b7f2f6c11',
    '"7f0c3a52-8d0e-4b57-9a53-0f8b7f2f6c11"': '7f0c3a52-8d0e-4b57-9a53-0f8b7f2f6c11',
    '  k  ': 'k',
    '"k";draft=7': 'k',
    [String.raw`"a\"b\\c"`]: String.raw`a"b\c`,
    '"unfinished': '"unfinished',
    'in "the" middle': 'in "the" middle',
    '': undefined,
    '   ': undefined,
    '""': undefined,
  };
  for (const [header, key] of Object.entries(keys)) {
    it(`[D requests.6] reads <${header}> as ${key === undefined ? 'missing' : `<${key}>`}`, () => {
      expect(parseIdempotencyKey(header)).to.equal(key);
    });
  }

  it('[D requests.6] reads an absent header as missing', () => {
    expect(parseIdempotencyKey(undefined)).to.equal(undefined);
  });

  it('[4.5] [D requests.6] accepts 255 characters and rejects 256, quoted or not', () => {
    expect(parseIdempotencyKey('k'.repeat(255))).to.equal('k'.repeat(255));
    expect(parseIdempotencyKey(`"${'k'.repeat(255)}"`)).to.equal('k'.repeat(255));
    expect(parseIdempotencyKey('k'.repeat(256)))
      .to.have.property('problem')
      .that.includes('255');
    expect(parseIdempotencyKey(`"${'k'.repeat(256)}"`)).to.have.property('problem');
  });

  it('[D requests.6] counts characters of UTF-8 text, not the Latin-1 bytes that Node passes on', () => {
    const asNodeReadsIt = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
    for (const key of ['nyckel-Ä', '日本', 'å'.repeat(255)])
      expect(parseIdempotencyKey(asNodeReadsIt(key))).to.equal(key);
    expect(parseIdempotencyKey(asNodeReadsIt('å'.repeat(256))))
      .to.have.property('problem')
      .that.includes('255');
  });

  it('rejects a control character', () => {
    expect(parseIdempotencyKey('a\tb')).to.have.property('problem').that.includes('control');
  });

  it('reads a quoted key as the same key as the unquoted one', () => {
    const raw = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 255 });
    fc.assert(
      fc.property(
        raw.filter((key) => key.trim() === key && !key.startsWith('"')),
        (key) => {
          const quoted = `"${key.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
          expect(parseIdempotencyKey(quoted)).to.equal(parseIdempotencyKey(key));
        },
      ),
    );
  });
});
