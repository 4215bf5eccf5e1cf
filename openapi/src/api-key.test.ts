import { expect } from 'chai';
import fc from 'fast-check';
import { generateKey, isWellFormedKey, keyOf, shownPrefix } from './api-key.js';

const seeds = fc.array(fc.nat(61), { minLength: 32, maxLength: 32 });
/** Keys as they could be drawn. */
const keys = seeds.map((digits) => {
  const left = [...digits];
  return generateKey(() => left.shift() as number);
});

describe('format of API keys', () => {
  it('[5.2] pd_live_, 32 letters or digits and 6 of checksum: 46 characters, shown afterwards as the first 12', () => {
    const key = generateKey();
    expect(key).to.match(/^pd_live_[0-9A-Za-z]{38}$/);
    expect(key).to.have.length(46);
    expect(shownPrefix(key)).to.equal(key.slice(0, 12));
  });

  it('[5.2] the checksum is CRC-32 (IEEE) of the random part in base 62, padded with 0', () => {
    expect(isWellFormedKey(`pd_live_${'0'.repeat(32)}${base62(crcOf('0'.repeat(32)))}`)).to.equal(true);
    expect(isWellFormedKey(`pd_live_${'aZ09'.repeat(8)}${base62(crcOf('aZ09'.repeat(8)))}`)).to.equal(true);
  });

  it('[5.2] every generated key is well formed', () => {
    fc.assert(fc.property(keys, (key) => isWellFormedKey(key)));
  });

  it('[5.2] a key mistyped in any one character is refused without asking anybody', () => {
    const printable = fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(keys, fc.nat(45), printable, (key, position, character) => {
        fc.pre(key[position] !== character);
        return !isWellFormedKey(key.slice(0, position) + character + key.slice(position + 1));
      }),
      { numRuns: 1_000 },
    );
  });

  it('[5.2] a key with a character too many or too few is refused', () => {
    fc.assert(fc.property(keys, (key) => !isWellFormedKey(key.slice(0, -1)) && !isWellFormedKey(`${key}0`)));
  });

  it('draws every character of the alphabet', () => {
    const drawn = new Set(Array.from({ length: 200 }, () => generateKey().slice(8, 40)).join(''));
    expect(drawn.size).to.equal(62);
  });

  it('[5.1] the scheme is Bearer, in any letter case, with a space or more', () => {
    const key = generateKey();
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect(keyOf(`${scheme} ${key}`)).to.equal(key);
    expect(keyOf(`Bearer  ${key}`)).to.equal(key);
    const malformed = [
      undefined,
      '',
      key,
      `Bearer${key}`,
      `Bearer ${key} `,
      ` Bearer ${key}`,
      `Basic ${key}`,
      'Bearer ',
    ];
    for (const header of malformed) expect(keyOf(header), String(header)).to.equal(undefined);
  });

  it('reads any header without failing', () => {
    fc.assert(fc.property(fc.string(), (header) => keyOf(header) === undefined));
  });
});

/** CRC-32 bit by bit, as the standard defines it. */
function crcOf(text: string): number {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ ((crc & 1) === 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function base62(value: number): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const digits = [5, 4, 3, 2, 1, 0].map((power) => alphabet.charAt(Math.floor(value / 62 ** power) % 62));
  return digits.join('');
}
