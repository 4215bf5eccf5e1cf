import { callingCodeLength } from '@prospecting/directory/phones';
import { expect } from 'chai';
import fc from 'fast-check';
import { contactChannelsView, maskEmail, maskPhone, NO_CHANNELS, type ContactChannel } from './contact-channels.js';

const record = { email: 'eva@example.se', phone: '+46701740605' };
const revealing =
  (...channels: ContactChannel[]) =>
  (channel: ContactChannel): boolean =>
    channels.includes(channel);

describe('contactChannelsView', () => {
  it('masks each channel that is not revealed, independently of the others', () => {
    expect(contactChannelsView(record, revealing())).to.deep.equal({
      ...NO_CHANNELS,
      email: 'XXXXX@example.se',
      emailIsMasked: true,
      phone: '+4670XXXXXXX',
      phoneIsMasked: true,
    });
    expect(contactChannelsView(record, revealing('email'))).to.deep.equal({
      ...NO_CHANNELS,
      email: 'eva@example.se',
      emailIsMasked: false,
      phone: '+4670XXXXXXX',
      phoneIsMasked: true,
    });
  });

  it('omits a value that is not on record and reports it as not masked', () => {
    expect(contactChannelsView({ email: null, phone: '+46701740605' }, revealing('phone'))).to.deep.equal({
      ...NO_CHANNELS,
      phone: '+46701740605',
    });
    expect(contactChannelsView(undefined, revealing('email', 'phone'))).to.deep.equal(NO_CHANNELS);
    expect(NO_CHANNELS).to.include({ emailIsMasked: false, phoneIsMasked: false });
  });

  it('reports a value as masked exactly when it is on record and not revealed', () => {
    const maybe = <Value>(value: Value): fc.Arbitrary<Value | null> => fc.constantFrom(value, null);
    const channels = fc.subarray<ContactChannel>(['email', 'phone']);
    fc.assert(
      fc.property(maybe(record.email), maybe(record.phone), channels, (email, phone, revealed) => {
        const view = contactChannelsView({ email, phone }, revealing(...revealed));
        expect(view.emailIsMasked).to.equal(email !== null && !revealed.includes('email'));
        expect(view.phoneIsMasked).to.equal(phone !== null && !revealed.includes('phone'));
        expect(view.email === record.email).to.equal(email !== null && revealed.includes('email'));
        expect(view.phone === record.phone).to.equal(phone !== null && revealed.includes('phone'));
      }),
    );
  });
});

describe('maskEmail', () => {
  it('[D results.4] shows the domain and nothing of the local part', () => {
    expect(maskEmail('eva.exempel@example.se')).to.equal('XXXXX@example.se');
    expect(maskEmail('e@mail.example.com')).to.equal('XXXXX@mail.example.com');
  });

  it('[D results.4] masks all addresses of a domain identically, so that the mask hides length and letters', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.emailAddress(), (one, other) => {
        const domain = one.slice(one.lastIndexOf('@'));
        const sibling = other.slice(0, other.lastIndexOf('@')) + domain;
        expect(maskEmail(one)).to.equal(maskEmail(sibling));
        expect(maskEmail(maskEmail(one))).to.equal(maskEmail(one));
      }),
    );
  });
});

describe('maskPhone', () => {
  const e164 = fc.stringMatching(/^\+[1-9][0-9]{2,14}$/);

  it('[D results.4] keeps the country calling code and the next two digits', () => {
    expect(maskPhone('+46701740605')).to.equal('+4670XXXXXXX');
    expect(maskPhone('+4721000000')).to.equal('+4721XXXXXX');
    expect(maskPhone('+358401234567')).to.equal('+35840XXXXXXX');
    expect(maskPhone('+12025550123')).to.equal('+120XXXXXXXX');
  });

  it('[D results.4] hides every later digit, keeps the length, and leaves a masked number unchanged', () => {
    fc.assert(
      fc.property(e164, (phone) => {
        const masked = maskPhone(phone);
        const visible = 1 + callingCodeLength(phone) + 2;
        expect(masked).to.have.lengthOf(phone.length);
        expect(masked.slice(0, visible)).to.equal(phone.slice(0, visible));
        expect(masked.slice(visible)).to.match(/^X*$/);
        expect(maskPhone(masked)).to.equal(masked);
        if (phone.length > visible) expect(masked).not.to.equal(phone);
      }),
    );
  });

  it('keeps a number that ends with the two visible digits, and hides a single digit after them', () => {
    expect(maskPhone('+4670')).to.equal('+4670');
    expect(maskPhone('+46701')).to.equal('+4670X');
    expect(maskPhone('+467')).to.equal('+467');
  });
});
