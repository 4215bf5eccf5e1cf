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

  it('[D requests.6] an absent header is missing', () => {
    expect(parseIdempotencyKey(undefined)).to.equal(undefined);
  });

  it('[4.5] [D requests.6] 255 characters are a key, 256 are not, quoted or not', () => {
    expect(parseIdempotencyKey('k'.repeat(255))).to.equal('k'.repeat(255));
    expect(parseIdempotencyKey(`"${'k'.repeat(255)}"`)).to.equal('k'.repeat(255));
    expect(parseIdempotencyKey('k'.repeat(256)))
      .to.have.property('problem')
      .that.includes('255');
    expect(parseIdempotencyKey(`"${'k'.repeat(256)}"`)).to.have.property('problem');
  });

  it('[D requests.6] characters are what was sent as UTF-8, not the bytes that Node hands over', () => {
    const asNodeHasIt = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
    for (const key of ['nyckel-Ä', '日本', 'å'.repeat(255)])
      expect(parseIdempotencyKey(asNodeHasIt(key))).to.equal(key);
    expect(parseIdempotencyKey(asNodeHasIt('å'.repeat(256))))
      .to.have.property('problem')
      .that.includes('255');
  });

  it('a control character makes it unusable', () => {
    expect(parseIdempotencyKey('a\tb')).to.have.property('problem').that.includes('control');
  });

  it('a quoted key is the same key as the raw one', () => {
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
