import { expect } from 'chai';
import fc from 'fast-check';
import { infoTypesOf, SUBJECTS } from '../subjects.js';
import { priceOf, priceProblems, pricesInForce, type Price } from './prices.js';

const price = (group: string, subject: string, infoType: string, millicredits: number): Price => ({
  group,
  subject,
  infoType,
  millicredits,
});

describe('priceOf', () => {
  it('[4.5.2] returns the default prices', () => {
    expect(priceOf([], 'default', 'contact', 'email')).to.equal(200);
    expect(priceOf([], 'default', 'contact', 'phone')).to.equal(1000);
    expect(priceOf([], 'default', 'contact', 'linkedIn')).to.equal(0);
    expect(priceOf([], 'default', 'switchboard', 'email')).to.equal(200);
    expect(priceOf([], 'default', 'switchboard', 'phone')).to.equal(1000);
    expect(priceOf([], 'default', 'organization', 'details')).to.equal(200);
  });

  it("[4.5.2] prefers the group's own price, then the default that an operator set, then the default of the code", () => {
    const set = [
      price('gold', 'contact', 'email', 50),
      price('default', 'contact', 'phone', 900),
      price('other', 'contact', 'phone', 1),
    ];
    expect(priceOf(set, 'gold', 'contact', 'email')).to.equal(50);
    expect(priceOf(set, 'gold', 'contact', 'phone')).to.equal(900);
    expect(priceOf(set, 'gold', 'switchboard', 'email')).to.equal(200);
    expect(priceOf(set, 'plain', 'contact', 'email')).to.equal(200);
  });

  it('throws for an info type that the subject does not have', () => {
    expect(() => priceOf([], 'default', 'organization', 'phone')).to.throw('organization has no info type phone');
  });
});

describe('pricesInForce', () => {
  it('lists every default once, changed or not, then the prices that groups set', () => {
    const set = [price('default', 'contact', 'phone', 900), price('gold', 'contact', 'email', 50)];
    const defaults = SUBJECTS.flatMap((subject) =>
      infoTypesOf(subject).map((infoType) =>
        price('default', subject, infoType, priceOf(set, 'default', subject, infoType)),
      ),
    );
    expect(pricesInForce(set)).to.deep.equal([...defaults, price('gold', 'contact', 'email', 50)]);
    expect(defaults).to.deep.include(price('default', 'contact', 'phone', 900));
  });
});

describe('priceProblems', () => {
  const refused: [title: string, price: Price, field: string][] = [
    ['linkedIn above 0', price('gold', 'contact', 'linkedIn', 1), 'credits'],
    ['[D requests.7] a fraction of a millicredit', price('gold', 'contact', 'email', 0.5), 'credits'],
    ['a price below 0', price('gold', 'contact', 'email', -1), 'credits'],
    ['more than a million credits', price('gold', 'contact', 'email', 1_000_000_001), 'credits'],
    ['a price that is not a number', price('gold', 'contact', 'email', Number.NaN), 'credits'],
    ['an unknown subject', price('gold', 'person', 'email', 1), 'subject'],
    ['a subject named like a member of every object', price('gold', 'constructor', 'email', 1), 'subject'],
    ['an info type that the subject does not have', price('gold', 'switchboard', 'linkedIn', 0), 'infoType'],
    ['an unknown info type', price('gold', 'organization', 'email', 1), 'infoType'],
    ['a group without a name', price('', 'contact', 'email', 1), 'group'],
    ['a group name of 65 characters', price('g'.repeat(65), 'contact', 'email', 1), 'group'],
    ['a group name with a control character', price('a\0b', 'contact', 'email', 1), 'group'],
    ['a group name with a lone surrogate', price('a\ud800', 'contact', 'email', 1), 'group'],
    ['a group name that ends in a space', price('gold ', 'contact', 'email', 1), 'group'],
  ];
  for (const [title, refusedPrice, field] of refused) {
    it(`refuses ${title}`, () => {
      expect(Object.keys(priceProblems(refusedPrice))).to.deep.equal([field]);
    });
  }

  it('[D requests.7] accepts linkedIn at 0 and every whole number of millicredits', () => {
    expect(priceProblems(price('default', 'contact', 'linkedIn', 0))).to.deep.equal({});
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (millicredits) => {
        expect(priceProblems(price('gold', 'switchboard', 'phone', millicredits))).to.deep.equal({});
      }),
    );
  });
});
