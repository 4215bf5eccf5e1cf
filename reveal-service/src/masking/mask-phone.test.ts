import { callingCodeLength } from '@prospecting/directory/identifiers';
import { expect } from 'chai';
import fc from 'fast-check';
import { maskPhone } from './mask-phone.js';

const e164 = fc.stringMatching(/^\+[1-9][0-9]{2,14}$/);

describe('maskPhone', () => {
  it('[D results.4] keeps the country calling code and the next two digits', () => {
    expect(maskPhone('+46701740605')).to.equal('+4670XXXXXXX');
    expect(maskPhone('+4721000000')).to.equal('+4721XXXXXX');
    expect(maskPhone('+358401234567')).to.equal('+35840XXXXXXX');
    expect(maskPhone('+12025550123')).to.equal('+120XXXXXXXX');
  });

  it('[D results.4] hides every digit beyond those, keeps the length, and masking again changes nothing', () => {
    fc.assert(
      fc.property(e164, (phone) => {
        const masked = maskPhone(phone);
        const clear = 1 + callingCodeLength(phone) + 2;
        expect(masked).to.have.lengthOf(phone.length);
        expect(masked.slice(0, clear)).to.equal(phone.slice(0, clear));
        expect(masked.slice(clear)).to.match(/^X*$/);
        expect(maskPhone(masked)).to.equal(masked);
        if (phone.length > clear) expect(masked).not.to.equal(phone);
      }),
    );
  });

  it('leaves a number that ends with the two digits as it is, and hides the one digit more', () => {
    expect(maskPhone('+4670')).to.equal('+4670');
    expect(maskPhone('+46701')).to.equal('+4670X');
    expect(maskPhone('+467')).to.equal('+467');
  });
});
