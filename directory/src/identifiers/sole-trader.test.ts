import { expect } from 'chai';
import fc from 'fast-check';
import { digitsOf } from '#testing/any-text.js';
import { isPersonalNumber, maskPersonalNumber, soleTraderHash } from './sole-trader.js';

const tenDigits = digitsOf(10);

describe('sole traders', () => {
  it('[D results.4] a Swedish number whose third digit is 0 or 1 is a personal or coordination number', () => {
    expect(isPersonalNumber('SE', '8001011234')).to.equal(true);
    expect(isPersonalNumber('SE', '8012311234')).to.equal(true);
    expect(isPersonalNumber('SE', '8001611234')).to.equal(true);
    expect(isPersonalNumber('SE', '5560360793')).to.equal(false);
    expect(isPersonalNumber('SE', '8020011234')).to.equal(false);
  });

  it('a number of another register, or without ten digits, is not a personal number', () => {
    expect(isPersonalNumber('NO', '8001011234')).to.equal(false);
    expect(isPersonalNumber('DK', '24056790')).to.equal(false);
    expect(isPersonalNumber('SE', '800101-1234')).to.equal(false);
    expect(isPersonalNumber('SE', '198001011234')).to.equal(false);
  });

  it('[D results.4] the mask keeps only the first six digits', () => {
    fc.assert(
      fc.property(tenDigits, tenDigits, (digits, other) => {
        expect(maskPersonalNumber(digits)).to.equal(`${digits.slice(0, 6)}-XXXX`);
        expect(maskPersonalNumber(digits.slice(0, 6) + other.slice(6))).to.equal(maskPersonalNumber(digits));
      }),
    );
  });

  it('the hash is a keyed HMAC-SHA-256 in base64url', () => {
    expect(soleTraderHash('key', '8001011234')).to.match(/^[A-Za-z0-9_-]{43}$/);
    expect(soleTraderHash('Jefe', 'what do ya want for nothing?')).to.equal(
      Buffer.from('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', 'hex').toString('base64url'),
    );
    expect(soleTraderHash('key', '8001011234')).to.equal(soleTraderHash(Buffer.from('key'), '8001011234'));
    expect(soleTraderHash('key', '8001011234')).not.to.equal(soleTraderHash('other', '8001011234'));
    expect(soleTraderHash('key', '8001011234')).not.to.equal(soleTraderHash('key', '8001011235'));
  });
});
