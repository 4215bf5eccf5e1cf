import { expect } from 'chai';
import { checkRevealed } from './http-spend.js';

const contacts = [
  { id: 'contact 1', email: 'eva@example.se' },
  { id: 'contact 2', email: 'adam@example.se' },
];

describe('checkReveal', () => {
  const shown = (index: number, changes: object = {}, contactChanges: object = {}) => ({
    ref: String(index),
    status: 'revealed',
    contact: { ...contacts[index], emailIsMasked: false, ...contactChanges },
    ...changes,
  });
  const check = (...results: object[]) => checkRevealed({ creditsCharged: 0.4, results }, contacts);

  it('accepts every contact revealed at its price', () => {
    expect(() => check(shown(0), shown(1))).not.to.throw();
  });

  it('rejects another price, a missing result, and a result that does not reveal its contact', () => {
    expect(() => checkRevealed({ creditsCharged: 0.2, results: [shown(0), shown(1)] }, contacts)).to.throw('charged');
    expect(() => check(shown(0))).to.throw('results');
    expect(() => check(shown(1), shown(0))).to.throw('item 0');
    expect(() => check(shown(0), shown(1, { status: 'not_found' }))).to.throw('item 1');
    expect(() => check(shown(0), shown(1, {}, { email: 'XXXXX@example.se' }))).to.throw('item 1');
    expect(() => check(shown(0), shown(1, {}, { emailIsMasked: true }))).to.throw('item 1');
  });
});
