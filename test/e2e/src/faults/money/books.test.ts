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

/** Returns an order of one phone, which costs 1000 millicredits. */
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
  it('count every credit as available to the only operation', () => {
    const books = open(400, 600);
    const operation = books.begin(order());
    expect(books.leastAvailable(operation, performance.now())).to.equal(1_000);
  });

  it('subtract what live operations may hold, and what dead ones may hold until recovery', () => {
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

  it('treat an abandoned operation as possibly charged, permanently', () => {
    const books = open(0, 5_000);
    const left = books.begin(order());
    books.end(left, { kind: 'abandoned' });
    Object.assign(left, { startedAt: left.startedAt - 60_000, endedAt: left.endedAt - 60_000 });
    const operation = books.begin(order());
    expect(books.leastAvailable(operation, performance.now())).to.equal(4_000);
    expect(books.mostRemaining(operation)).to.equal(5_000);
  });

  it('add a grant to the available credits once it is answered, and to the possible balance once it is sent', () => {
    const books = open(0, 0);
    const operation = books.begin(order());
    const grant = { reference: 'r', millicredits: 700, state: 'sent' as const, madeAt: Infinity };
    books.grants.push(grant);
    const sentAt = performance.now();
    expect(books.leastAvailable(operation, sentAt)).to.equal(0);
    expect(books.mostRemaining(operation)).to.equal(700);
    Object.assign(grant, { state: 'made', madeAt: sentAt });
    expect(books.leastAvailable(operation, sentAt)).to.equal(700);
    expect(books.granted()).to.equal(700);
  });

  it('assume the smallest allowance and the highest price that may have applied', () => {
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
  it('may be the old or the new one from when the change is sent until it is answered', () => {
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
