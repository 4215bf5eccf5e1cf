import { expect } from 'chai';
import fc from 'fast-check';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { anyText, digitsOf } from '#testing/any-text.js';
import { COUNTRY_CODES } from './country-code.js';
import { callingCodeLength, parsePhone } from './phone.js';

const MOBILE = '+46701740605';

describe('phone numbers', () => {
  const international = [
    '+46701740605',
    '+46 70 174 06 05',
    '+46 (0)70-174 06 05',
    '+46(0)701740605',
    '+460701740605',
    '0046701740605',
    '0046 70 174 06 05',
    '0046 (0)70 174 06 05',
    '(+46) 70-174 06 05',
    '(0046) 70-174 06 05',
    'tel:+46-70-174-06-05',
    '+46\u00a070\u2013174\u00a006\u00a005',
    ' +46.70.174.06.05 ',
    '+46 70 174 06 05 ext 12',
  ];
  for (const text of international) {
    it(`'${text}' is ${MOBILE}, with a country or without`, () => {
      expect(parsePhone(text)).to.equal(MOBILE);
      expect(parsePhone(text, 'SE')).to.equal(MOBILE);
      expect(parsePhone(text, 'DK')).to.equal(MOBILE);
    });
  }

  it('in national form need the country', () => {
    for (const text of ['070-174 06 05', '(070) 174 06 05', '0701740605', '070/174 06 05']) {
      expect(parsePhone(text, 'SE'), text).to.equal(MOBILE);
      expect(parsePhone(text), text).to.equal(undefined);
    }
    expect(parsePhone('22 17 40 60', 'NO')).to.equal('+4722174060');
    expect(parsePhone('02174', 'NO')).to.equal('+4702174');
    expect(parsePhone('32 17 40 60', 'DK')).to.equal('+4532174060');
    expect(parsePhone('040 174 0605', 'FI')).to.equal('+358401740605');
  });

  it('[4.1.2] rejects text that cannot be a number', () => {
    const texts = [
      '',
      ' ',
      '+',
      '0',
      '112',
      'abc',
      '+46',
      '+4670',
      '+46 0046701740605',
      '+46 70 174 06 05 06 07 08',
      '00',
      'tel:',
    ];
    const others = [
      'ring 070-174 06 05',
      '070-174 06 05 kvällar',
      '0800-FLOWERS',
      '+46701740605\0',
      '\ud800',
      '+210 1740605',
    ];
    for (const text of [...texts, ...others, '1'.repeat(100_000)]) {
      expect(parsePhone(text, 'SE'), text.slice(0, 40)).to.equal(undefined);
    }
  });

  it('reads a number in E.164 as the same number as its written form', () => {
    const e164 = fc
      .tuple(fc.constantFrom('46', '47', '45', '358', '44', '1'), digitsOf(0, 13))
      .map(([callingCode, national]) => `+${callingCode}${national}`);
    fc.assert(
      fc.property(e164, (text) => {
        expect(parsePhone(text)).to.equal(parsePhone(text.replace('+', '00')));
      }),
      { numRuns: 2000 },
    );
  });

  it('never throws, and reading its result again changes nothing', () => {
    const country = fc.option(fc.constantFrom(...COUNTRY_CODES), { nil: undefined });
    const text = anyText('+', '00', '46', '(0)', '70', '-', ' ', '174 06 05', 'ext', 'tel:', '22174060');
    fc.assert(
      fc.property(text, country, (written, named) => {
        const phone = parsePhone(written, named);
        if (phone === undefined) return;
        expect(phone).to.match(/^\+[1-9][0-9]{3,16}$/);
        expect(parsePhone(phone)).to.equal(phone);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('calling codes', () => {
  it('[D results.4] have the right length for every country', () => {
    for (const country of getCountries()) {
      const callingCode = getCountryCallingCode(country);
      for (const next of ['0', '5', '9']) {
        expect(callingCodeLength(`+${callingCode}${next}1234567`), country).to.equal(callingCode.length);
      }
    }
  });

  it('[D results.4] have the right length for networks without a country', () => {
    for (const callingCode of ['800', '808', '870', '878', '881', '882', '883', '888', '979']) {
      expect(callingCodeLength(`+${callingCode}12345678`)).to.equal(3);
    }
  });
});
