import { expect } from 'chai';
import { ordersOfAllAccounts, ordersOfOneAccount, type DrawOrder, type SpendOrder } from './spend-orders.js';

const customers = Array.from({ length: 7 }, (_, n) => ({ accountId: `account ${n}`, key: `key ${n}` }));
const contacts = Array.from({ length: 23 }, (_, n) => ({ id: `contact ${n}`, email: `contact${n}@example.se` }));

/** Everything that an account can reveal. */
const pairsOf = (orders: readonly SpendOrder[]): string[] =>
  orders.flatMap(({ customer, contacts: wanted }) => wanted.map(({ id }) => `${customer.accountId}: ${id}`));

const drawAll = (draw: DrawOrder): SpendOrder[] => {
  const orders: SpendOrder[] = [];
  expect(() => {
    for (;;) orders.push(draw());
  }).to.throw('load more');
  return orders;
};

describe('orders of spends', () => {
  it('never contain what their account has revealed, across all measurements, and use everything there is', () => {
    const orders = ordersOfAllAccounts(customers, contacts, 5);
    const first = orders.begin();
    const drawn = [first(), first(), first()];
    const all = pairsOf([...drawn, ...drawAll(orders.begin())]);
    expect(new Set(all).size).to.equal(all.length);
    expect(all).to.have.length(7 * 20);
  });

  it('use a new account for each measurement when they are of one account', () => {
    const orders = ordersOfOneAccount(customers.values(), contacts, 5);
    const [first, second] = [drawAll(orders.begin()), drawAll(orders.begin())];
    expect(new Set(pairsOf(first)).size).to.equal(20);
    expect(new Set([...first, ...second].map(({ customer }) => customer.accountId)).size).to.equal(2);
    for (let n = 2; n < 7; n += 1) orders.begin();
    expect(() => orders.begin()).to.throw('fewer accounts');
  });
});
