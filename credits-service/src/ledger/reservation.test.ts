import { expect } from 'chai';
import fc from 'fast-check';
import {
  amountOf,
  partsTaken,
  standingOf,
  TRANSITIONS,
  type Parts,
  type Reservation,
  type ReservationState,
  type Resolution,
} from './reservation.js';

const parts = (includedMillicredits: number, purchasedMillicredits: number): Parts => ({
  includedMillicredits,
  purchasedMillicredits,
});

const anyAmount = fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 2 ** 40 }));
const anyParts = fc.tuple(anyAmount, anyAmount).map(([included, purchased]) => parts(included, purchased));

describe('partsTaken', () => {
  it('takes included credits first, then purchased', () => {
    expect(partsTaken(parts(1000, 500), 400)).to.deep.equal(parts(400, 0));
    expect(partsTaken(parts(1000, 500), 1000)).to.deep.equal(parts(1000, 0));
    expect(partsTaken(parts(1000, 500), 1200)).to.deep.equal(parts(1000, 200));
    expect(partsTaken(parts(0, 500), 500)).to.deep.equal(parts(0, 500));
  });

  it('takes nothing of a balance that cannot pay the whole', () => {
    expect(partsTaken(parts(1000, 500), 1501)).to.equal(undefined);
    expect(partsTaken(parts(0, 0), 1)).to.equal(undefined);
  });

  it('takes exactly the amount, never more of a part than there is, and of the purchased only where the included do not suffice', () => {
    fc.assert(
      fc.property(anyParts, anyAmount, (balance, amount) => {
        const taken = partsTaken(balance, amount);
        if (taken === undefined) {
          expect(amount).to.be.greaterThan(amountOf(balance));
          return;
        }
        expect(amountOf(taken)).to.equal(amount);
        expect(taken.includedMillicredits).to.be.within(0, balance.includedMillicredits);
        expect(taken.purchasedMillicredits).to.be.within(0, balance.purchasedMillicredits);
        if (taken.purchasedMillicredits > 0) expect(taken.includedMillicredits).to.equal(balance.includedMillicredits);
      }),
    );
  });
});

describe('standingOf', () => {
  const reservation = (state: ReservationState, captured = 0): Reservation => ({
    ...parts(600, 400),
    accountId: 'account',
    reservationId: 'reservation',
    state,
    capturedMillicredits: captured,
    returnedIncludedMillicredits: 0,
    returnedPurchasedMillicredits: 0,
    reservedAt: new Date('2026-01-31T12:00:00Z'),
    ageMs: 0,
  });
  const capture = (capturedMillicredits: number): Resolution => ({ state: 'captured', capturedMillicredits });
  const release: Resolution = { state: 'released', capturedMillicredits: 0 };

  const table: [what: string, Reservation | undefined, Resolution, standing: string][] = [
    ['a capture of all', reservation('pending'), capture(1000), 'due'],
    ['a capture of a part', reservation('pending'), capture(1), 'due'],
    ['a capture of nothing', reservation('pending'), capture(0), 'due'],
    ['a capture of more', reservation('pending'), capture(1001), 'is of less than is to be captured'],
    ['a release', reservation('pending'), release, 'due'],
    ['the same capture again', reservation('captured', 700), capture(700), 'made'],
    ['another capture', reservation('captured', 700), capture(701), 'is captured with another amount'],
    ['a release after a capture', reservation('captured', 700), release, 'is captured'],
    ['a release after a capture of nothing', reservation('captured', 0), release, 'is captured'],
    ['a capture after a release', reservation('released'), capture(700), 'is released'],
    ['a capture of nothing after a release', reservation('released'), capture(0), 'is released'],
    ['the same release again', reservation('released'), release, 'made'],
    ['a capture of what is not there', undefined, capture(700), 'is not known'],
    ['a release of what is not there', undefined, release, 'due'],
  ];
  for (const [what, present, resolution, expected] of table) {
    it(`I10: ${what}: ${expected}`, () => {
      const standing = standingOf(present, resolution);
      expect(standing.kind === 'refused' ? standing.problem : standing.kind).to.equal(expected);
    });
  }

  it('I10: a reservation is resolved once: only what is pending becomes anything', () => {
    expect(TRANSITIONS).to.deep.equal({ pending: ['captured', 'released'], captured: [], released: [] });
  });

  it('I10: once a resolution is made the same stands as made and every other is refused', () => {
    const anyResolution = fc.oneof(fc.constant(release), fc.nat({ max: 1000 }).map(capture));
    fc.assert(
      fc.property(anyResolution, anyResolution, (first, second) => {
        expect(standingOf(reservation('pending'), first)).to.deep.equal({ kind: 'due' });
        const resolved = reservation(first.state, first.capturedMillicredits);
        const same = first.state === second.state && first.capturedMillicredits === second.capturedMillicredits;
        expect(standingOf(resolved, second).kind).to.equal(same ? 'made' : 'refused');
      }),
    );
  });
});
