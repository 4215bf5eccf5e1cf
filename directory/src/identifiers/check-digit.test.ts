import { expect } from 'chai';
import fc from 'fast-check';
import { digitsOf } from '#testing/any-text.js';
import { hasValidCheckDigit } from './check-digit.js';
import { COUNTRY_CODES } from './country-code.js';

const LENGTHS = { SE: 10, NO: 9, DK: 8, FI: 8 } as const;
const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

const withoutCheckDigit = fc.constantFrom(...COUNTRY_CODES).chain((countryCode) => {
  return fc.record({ countryCode: fc.constant(countryCode), stem: digitsOf(LENGTHS[countryCode] - 1) });
});

describe('check digits', () => {
  it('accept numbers of real registers', () => {
    expect(hasValidCheckDigit('SE', '5560360793')).to.equal(true);
    expect(hasValidCheckDigit('NO', '923609016')).to.equal(true);
    expect(hasValidCheckDigit('DK', '24256790')).to.equal(true);
    expect(hasValidCheckDigit('DK', '13585628')).to.equal(true);
    expect(hasValidCheckDigit('FI', '01120389')).to.equal(true);
    expect(hasValidCheckDigit('FI', '20774740')).to.equal(true);
  });

  it('reject another length and anything but digits', () => {
    expect(hasValidCheckDigit('SE', '')).to.equal(false);
    expect(hasValidCheckDigit('SE', '556036-0793')).to.equal(false);
    expect(hasValidCheckDigit('NO', '24256790')).to.equal(false);
    expect(hasValidCheckDigit('DK', '923609016')).to.equal(false);
    expect(hasValidCheckDigit('FI', 'x1120389')).to.equal(false);
  });

  it('exist once for every stem, or not at all if the register would need the digit 10', () => {
    fc.assert(
      fc.property(withoutCheckDigit, ({ countryCode, stem }) => {
        const valid = DIGITS.filter((digit) => hasValidCheckDigit(countryCode, stem + digit));
        expect(valid).to.have.length.within(countryCode === 'SE' ? 1 : 0, 1);
      }),
    );
  });

  it('detect a change of any single digit', () => {
    fc.assert(
      fc.property(withoutCheckDigit, fc.nat(9), fc.integer({ min: 1, max: 9 }), ({ countryCode, stem }, at, change) => {
        const checkDigit = DIGITS.find((digit) => hasValidCheckDigit(countryCode, stem + digit));
        fc.pre(checkDigit !== undefined);
        const number = `${stem}${checkDigit}`.split('');
        const position = at % number.length;
        number[position] = String((Number(number[position]) + change) % 10);
        expect(hasValidCheckDigit(countryCode, number.join(''))).to.equal(false);
      }),
    );
  });
});
