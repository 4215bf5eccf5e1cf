import { expect } from 'chai';
import type { Revealable } from '../directory/records.js';
import { openBooks, type Books } from './books.js';
import type { Order } from './orders.js';
import { createPrices } from './prices.js';
import { createTimeline } from './timeline.js';

const contact: Revealable = {
  kind: 'contact',
  id: 'c',
  everHad: () => new Set(['x']),
  has: () => 'x',
  mayHave: () => true,
};

/** An order of one phone, which costs 1000 millicredits. */
const order = (): Order => ({
  customer: { accountId: 'a', keyId: 'k', key: 's' },
  idempotencyKey: 'i',
  path: '/contacts/reveal',
  body: {},
  subjects: [contact],
  infoTypes: ['phone'],
  maxMillicredits: 1_000_000,
});

const open = (included: number, purchased: number): Books =>
  openBooks({
    accountId: 'a',
    prices: createPrices('test'),
    includedMillicredits: included,
    purchasedMillicredits: purchased,
  });

describe('the books of a customer', () => {
  it('leave all of the credits to an operation that is alone', () => {
    const books = open(400, 600);
    const operation = books.begin(order());
    expect(books.leastAvailable(operation, performance.now())).to.equal(1_000);
  });

  it('leave what others may hold to them, while they live and for as long as a dead one may', () => {
    const books = open(0, 5_000);
    const [other, refused] = [books.begin(order()), books.begin(order())];
    const operation = books.begin(order());
    expect(books.leastAvailable(operation, performance.now())).to.equal(3_000);
    books.end(refused, { kind: 'refused' });
    books.end(other, { kind: 'charged', millicredits: 200 });
    expect(books.leastAvailable(operation, performance.now())).to.equal(3_000);
    refused.endedAt -= 60_000;
    other.endedAt -= 60_000;
    expect(books.leastAvailable(operation, performance.now())).to.equal(4_800);
  });

  it('count an operation whose client left as one that may have been charged, for good', () => {
    const books = open(0, 5_000);
    const left = books.begin(order());
    books.end(left, { kind: 'abandoned' });
    Object.assign(left, { startedAt: left.startedAt - 60_000, endedAt: left.endedAt - 60_000 });
    const operation = books.begin(order());
    expect(books.leastAvailable(operation, performance.now())).to.equal(4_000);
    expect(books.mostRemaining(operation)).to.equal(5_000);
  });

  it('count a grant from when it is answered on, and against a balance from when it is asked for on', () => {
    const books = open(0, 0);
    const operation = books.begin(order());
    const grant = { reference: 'r', millicredits: 700, state: 'asked' as const, madeAt: Infinity };
    books.grants.push(grant);
    const sentAt = performance.now();
    expect(books.leastAvailable(operation, sentAt)).to.equal(0);
    expect(books.mostRemaining(operation)).to.equal(700);
    Object.assign(grant, { state: 'made', madeAt: sentAt });
    expect(books.leastAvailable(operation, sentAt)).to.equal(700);
    expect(books.granted()).to.equal(700);
  });

  it('take the smallest allowance that may have held, and a price that may have been asked', () => {
    const books = open(2_000, 0);
    const operation = books.begin(order());
    const sentAt = performance.now();
    books.allowance.begin(500);
    expect(books.leastAvailable(operation, sentAt)).to.equal(500);
    books.prices.of('contact', 'phone').begin(3_000);
    expect(books.prices.most([contact], ['phone'], sentAt, performance.now())).to.equal(3_000);
  });
});

describe('a value that changes at an unknown moment', () => {
  it('may be both from when the change is sent until it is answered', () => {
    const value = createTimeline(1);
    const start = performance.now();
    value.begin(2);
    expect(value.possible(start, performance.now())).to.deep.equal([1, 2]);
    expect(value.latest()).to.equal(1);
    value.confirm(2);
    const later = performance.now() + 1;
    expect(value.possible(later, later)).to.deep.equal([2]);
    expect(value.latest()).to.equal(2);
  });
});
