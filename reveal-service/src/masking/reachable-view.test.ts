import { expect } from 'chai';
import fc from 'fast-check';
import { reachableView } from './subject-view.js';

const record = { email: 'eva@example.se', phone: '+46701740605' };

describe('reachableView', () => {
  it('masks what is not revealed, each info type by itself', () => {
    expect(reachableView(record, { email: false, phone: false })).to.deep.equal({
      email: 'XXXXX@example.se',
      emailIsMasked: true,
      phone: '+4670XXXXXXX',
      phoneIsMasked: true,
    });
    expect(reachableView(record, { email: true, phone: false })).to.deep.equal({
      email: 'eva@example.se',
      emailIsMasked: false,
      phone: '+4670XXXXXXX',
      phoneIsMasked: true,
    });
  });

  it('leaves out what is not on record, and says that it is not masked', () => {
    expect(reachableView({ email: null, phone: '+46701740605' }, { email: false, phone: true })).to.deep.equal({
      emailIsMasked: false,
      phone: '+46701740605',
      phoneIsMasked: false,
    });
    expect(reachableView(undefined, { email: true, phone: true })).to.deep.equal({
      emailIsMasked: false,
      phoneIsMasked: false,
    });
  });

  it('says masked exactly of a value that is there and not revealed', () => {
    const maybe = <Value>(value: Value): fc.Arbitrary<Value | null> => fc.constantFrom(value, null);
    fc.assert(
      fc.property(maybe(record.email), maybe(record.phone), fc.boolean(), fc.boolean(), (email, phone, ...revealed) => {
        const view = reachableView({ email, phone }, { email: revealed[0], phone: revealed[1] });
        expect(view.emailIsMasked).to.equal(email !== null && !revealed[0]);
        expect(view.phoneIsMasked).to.equal(phone !== null && !revealed[1]);
        expect(view.email === record.email).to.equal(email !== null && revealed[0]);
        expect(view.phone === record.phone).to.equal(phone !== null && revealed[1]);
      }),
    );
  });
});
