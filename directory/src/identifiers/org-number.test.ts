import { expect } from 'chai';
import fc from 'fast-check';
import { anyText, digitsOf } from '#testing/any-text.js';
import { COUNTRY_CODES, isCountryCode, type CountryCode } from './country-code.js';
import { formatOrgNumber, parseOrgNumber } from './org-number.js';

const LENGTHS: Record<CountryCode, number> = { SE: 10, NO: 9, DK: 8, FI: 8 };

/**
 * A register and digits of its length; not a personal number, whose shown form cannot be read back.
 */
const registered = fc
  .constantFrom(...COUNTRY_CODES)
  .chain((countryCode) => digitsOf(LENGTHS[countryCode]).map((digits) => ({ countryCode, digits })))
  .filter(({ countryCode, digits }) => countryCode !== 'SE' || Number(digits[2]) >= 2);

function only(countryCode: CountryCode, digits: string): { countryCode: CountryCode; digits: string }[] {
  return [{ countryCode, digits }];
}

describe('organization numbers, read', () => {
  const forms: [text: string, countryCode: CountryCode, digits: string][] = [
    ['5560360793', 'SE', '5560360793'],
    ['556036-0793', 'SE', '5560360793'],
    [' 556036 0793 ', 'SE', '5560360793'],
    ['556036\u20130793', 'SE', '5560360793'],
    ['556036\u22120793', 'SE', '5560360793'],
    ['556036\u00a00793', 'SE', '5560360793'],
    ['55.60.36.07.93', 'SE', '5560360793'],
    ['SE5560360793', 'SE', '5560360793'],
    ['SE-556036-0793', 'SE', '5560360793'],
    ['SE556036079301', 'SE', '5560360793'],
    ['se 556036-0793 01', 'SE', '5560360793'],
    ['165560360793', 'SE', '5560360793'],
    ['16556036-0793', 'SE', '5560360793'],
    ['19800101-1234', 'SE', '8001011234'],
    ['800101+1234', 'SE', '8001011234'],
    ['923609016', 'NO', '923609016'],
    ['923 609 016', 'NO', '923609016'],
    ['NO923609016MVA', 'NO', '923609016'],
    ['NO 923 609 016 MVA', 'NO', '923609016'],
    ['923609016 mva', 'NO', '923609016'],
    ['NO 923609016', 'NO', '923609016'],
    ['DK24256790', 'DK', '24256790'],
    ['DK 24 25 67 90', 'DK', '24256790'],
    ['FI01120389', 'FI', '01120389'],
    ['FI-0112038-9', 'FI', '01120389'],
    ['0112038-9', 'FI', '01120389'],
    ['0112038\u20119', 'FI', '01120389'],
    ['112038-9', 'FI', '01120389'],
  ];
  for (const [text, countryCode, digits] of forms) {
    it(`[D identifiers.2] drops separators, prefix and suffix of '${text}'`, () => {
      expect(parseOrgNumber(text)).to.deep.equal(only(countryCode, digits));
      expect(parseOrgNumber(text, countryCode)).to.deep.equal(only(countryCode, digits));
    });
  }

  it('[D identifiers.2] tries 8 digits without a country as Danish, then as Finnish', () => {
    const both = [
      { countryCode: 'DK', digits: '24256790' },
      { countryCode: 'FI', digits: '24256790' },
    ];
    for (const text of ['24256790', '24 25 67 90', '24-25-67-90']) expect(parseOrgNumber(text)).to.deep.equal(both);
    expect(parseOrgNumber('24256790', 'DK')).to.deep.equal(only('DK', '24256790'));
    expect(parseOrgNumber('24256790', 'FI')).to.deep.equal(only('FI', '24256790'));
  });

  it('[4.1.2] [D identifiers.2] rejects text without digits', () => {
    for (const text of ['', ' ', '-', 'abc', 'SE', 'NO MVA', '\u0660\u0661'])
      expect(parseOrgNumber(text)).to.equal(undefined);
  });

  it('[D identifiers.2] rejects a digit count that no register has', () => {
    for (const length of [1, 2, 3, 4, 5, 6, 7, 11, 13, 14, 20]) {
      expect(parseOrgNumber('5'.repeat(length)), `${length} digits`).to.equal(undefined);
    }
  });

  it('[D identifiers.2] rejects a digit count that the named register does not have', () => {
    for (const countryCode of COUNTRY_CODES) {
      for (let length = 1; length <= 14; length++) {
        const expected = length === LENGTHS[countryCode] ? only(countryCode, '5'.repeat(length)) : undefined;
        expect(parseOrgNumber('5'.repeat(length), countryCode), `${countryCode} ${length}`).to.deep.equal(expected);
      }
    }
  });

  it('[D identifiers.2] rejects a prefix or suffix of a country other than the named one', () => {
    expect(parseOrgNumber('DK24256790', 'FI')).to.equal(undefined);
    expect(parseOrgNumber('SE5560360793', 'NO')).to.equal(undefined);
    expect(parseOrgNumber('923609016MVA', 'DK')).to.equal(undefined);
    expect(parseOrgNumber('DK923609016MVA')).to.equal(undefined);
  });

  it('[D identifiers.2] rejects letters that are not a prefix or suffix', () => {
    for (const text of ['556036-0793X', 'X5560360793', '5560A60793', '556036/0793', 'SESE5560360793', '5560360793SE']) {
      expect(parseOrgNumber(text), text).to.equal(undefined);
    }
  });

  it('[D identifiers.2] accepts a wrong check digit', () => {
    expect(parseOrgNumber('556036-0790')).to.deep.equal(only('SE', '5560360790'));
    expect(parseOrgNumber('923609010')).to.deep.equal(only('NO', '923609010'));
  });

  it('reads 12 ambiguous Swedish digits as century and number, unless only the VAT number has a valid check digit', () => {
    expect(parseOrgNumber('165560360701')).to.deep.equal(only('SE', '5560360701'));
    expect(parseOrgNumber('SE165560360101')).to.deep.equal(only('SE', '1655603601'));
    expect(parseOrgNumber('995560360793')).to.equal(undefined);
  });

  it('adds a missing leading zero only if a hyphen shows that the number is complete', () => {
    expect(parseOrgNumber('1120389')).to.equal(undefined);
    expect(parseOrgNumber('1120389', 'FI')).to.equal(undefined);
    expect(parseOrgNumber('112038-9', 'FI')).to.deep.equal(only('FI', '01120389'));
    expect(parseOrgNumber('112038-9', 'DK')).to.equal(undefined);
  });

  it('never throws, and returns only digits of a register’s length', () => {
    const text = anyText('SE', 'NO', 'DK', 'FI', 'MVA', '01', '556036', '-', '0793', '923609016', '24256790', '112038');
    const country = fc.option(fc.constantFrom(...COUNTRY_CODES), { nil: undefined });
    fc.assert(
      fc.property(text, country, (written, named) => {
        for (const { countryCode, digits } of parseOrgNumber(written, named) ?? []) {
          expect(digits).to.match(new RegExp(`^[0-9]{${LENGTHS[countryCode]}}$`));
          if (named !== undefined) expect(countryCode).to.equal(named);
        }
      }),
    );
  });
});

describe('organization numbers, shown', () => {
  it('[D identifiers.2] have the usual form of their register', () => {
    expect(formatOrgNumber('SE', '5560360793')).to.equal('556036-0793');
    expect(formatOrgNumber('NO', '923609016')).to.equal('923609016');
    expect(formatOrgNumber('DK', '24256790')).to.equal('24256790');
    expect(formatOrgNumber('FI', '01120389')).to.equal('0112038-9');
  });

  it('[D results.4] are always masked when they are personal numbers', () => {
    expect(formatOrgNumber('SE', '8001011234')).to.equal('800101-XXXX');
    expect(formatOrgNumber('SE', '8001611234')).to.equal('800161-XXXX');
  });

  it('[D identifiers.2] read back as the same number', () => {
    fc.assert(
      fc.property(registered, ({ countryCode, digits }) => {
        const shown = formatOrgNumber(countryCode, digits);
        expect(parseOrgNumber(shown, countryCode)).to.deep.equal(only(countryCode, digits));
        expect(parseOrgNumber(shown)).to.deep.include({ countryCode, digits });
      }),
    );
  });

  it('[D identifiers.2] read the same with separators anywhere and with a prefix', () => {
    const separator = fc.constantFrom(' ', '.', '\u00a0', '\u2009', '\t', '  ');
    fc.assert(
      fc.property(registered, fc.array(separator, { minLength: 12, maxLength: 12 }), (number, separators) => {
        const spread = number.digits.replaceAll(/./g, (digit, index: number) => `${separators[index] ?? ''}${digit}`);
        expect(parseOrgNumber(`${number.countryCode}${spread}`)).to.deep.equal([number]);
      }),
    );
  });
});

describe('country codes', () => {
  it('[4.1.2] are only the four codes, in upper case', () => {
    for (const code of ['SE', 'NO', 'DK', 'FI']) expect(isCountryCode(code)).to.equal(true);
    for (const code of ['se', 'SE ', 'IS', '', null, 46, undefined, ['SE'], 'constructor']) {
      expect(isCountryCode(code)).to.equal(false);
    }
  });
});
