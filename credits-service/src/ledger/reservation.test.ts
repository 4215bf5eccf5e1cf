import { expect } from 'chai';
import fc from 'fast-check';
import { amountOf, type Parts } from '@prospecting/platform/amounts';
import {
  partsTaken,
  resolutionStatus,
  TRANSITIONS,
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

  it('takes nothing from a balance that cannot pay the whole amount', () => {
    expect(partsTaken(parts(1000, 500), 1501)).to.equal(undefined);
    expect(partsTaken(parts(0, 0), 1)).to.equal(undefined);
  });

  it('takes exactly the amount, at most what each part has, and purchased credits only after all included ones', () => {
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

describe('resolutionStatus', () => {
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

  const table: [title: string, Reservation | undefined, Resolution, status: string][] = [
    ['a capture of the whole amount', reservation('pending'), capture(1000), 'applicable'],
    ['a capture of a part', reservation('pending'), capture(1), 'applicable'],
    ['a capture of 0', reservation('pending'), capture(0), 'applicable'],
    [
      'a capture of more than is reserved',
      reservation('pending'),
      capture(1001),
      'holds less than the amount to capture',
    ],
    ['a release', reservation('pending'), release, 'applicable'],
    ['a repeated capture', reservation('captured', 700), capture(700), 'applied'],
    [
      'a capture of another amount after a capture',
      reservation('captured', 700),
      capture(701),
      'is captured with another amount',
    ],
    ['a release after a capture', reservation('captured', 700), release, 'is captured'],
    ['a release after a capture of 0', reservation('captured', 0), release, 'is captured'],
    ['a capture after a release', reservation('released'), capture(700), 'is released'],
    ['a capture of 0 after a release', reservation('released'), capture(0), 'is released'],
    ['a repeated release', reservation('released'), release, 'applied'],
    ['a capture of an unknown reservation', undefined, capture(700), 'is unknown'],
    ['a release of an unknown reservation', undefined, release, 'applicable'],
  ];
  for (const [title, existing, resolution, expected] of table) {
    it(`I10: the status of ${title} is: ${expected}`, () => {
      const status = resolutionStatus(existing, resolution);
      expect(status.kind === 'rejected' ? status.problem : status.kind).to.equal(expected);
    });
  }

  it('I10: only a pending reservation changes its state', () => {
    expect(TRANSITIONS).to.deep.equal({ pending: ['captured', 'released'], captured: [], released: [] });
  });

  it('I10: after any resolution, the same one counts as applied and every other is rejected', () => {
    const anyResolution = fc.oneof(fc.constant(release), fc.nat({ max: 1000 }).map(capture));
    fc.assert(
      fc.property(anyResolution, anyResolution, (first, second) => {
        expect(resolutionStatus(reservation('pending'), first)).to.deep.equal({ kind: 'applicable' });
        const resolved = reservation(first.state, first.capturedMillicredits);
        const same = first.state === second.state && first.capturedMillicredits === second.capturedMillicredits;
        expect(resolutionStatus(resolved, second).kind).to.equal(same ? 'applied' : 'rejected');
      }),
    );
  });
});
