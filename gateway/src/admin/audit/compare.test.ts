import type { credits } from '@prospecting/protos';
import { expect } from 'chai';
import fc from 'fast-check';
import { compareBalance, comparePair, type Comparison } from './compare.js';

const ID = '11111111-1111-4111-8111-111111111111';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const GRACE_MS = 300_000;

function reservation(state: credits.ReservationState, captured = 0, ageMs = 0): credits.Reservation {
  return {
    accountId: ID,
    reservationId: ID,
    state,
    includedMillicredits: 1_000,
    purchasedMillicredits: 500,
    capturedMillicredits: captured,
    reservedAt: { seconds: (NOW - ageMs) / 1_000, nanos: 0 },
    remainingMillicredits: 0,
    existed: false,
    returnedIncludedMillicredits: 0,
    returnedPurchasedMillicredits: 0,
    ageMs: 0,
  };
}

const compare = (found: credits.Reservation | undefined, revealed: number | undefined): Comparison =>
  comparePair(
    {
      reservation: found,
      attempt:
        revealed === undefined
          ? undefined
          : { attemptId: ID, millicredits: revealed, statedMillicredits: revealed, missingReveals: 0 },
    },
    { nowMs: NOW, graceMs: GRACE_MS },
  );

describe('comparing what was paid with what was revealed', () => {
  it('I5 finds nothing where exactly what was revealed was captured', () => {
    fc.assert(
      fc.property(fc.nat(1_500), fc.nat(1_500), (captured, revealed) => {
        const { difference } = compare(reservation('RESERVATION_STATE_CAPTURED', captured), revealed);
        const wanted =
          captured === revealed
            ? undefined
            : { problem: 'captured_other_amount', reservationId: ID, expected: revealed, found: captured };
        expect(difference).to.deep.equal(wanted);
      }),
    );
  });

  it('I5 finds a capture without a reveal', () => {
    const { difference } = compare(reservation('RESERVATION_STATE_CAPTURED', 200), undefined);
    expect(difference).to.deep.equal({
      problem: 'captured_without_reveal',
      reservationId: ID,
      expected: 0,
      found: 200,
    });
    expect(compare(reservation('RESERVATION_STATE_CAPTURED', 0), undefined)).to.deep.equal({});
  });

  it('I5 finds a reveal that nobody paid for: without a reservation, or with one that was given back', () => {
    const unpaid = { problem: 'reveal_without_capture', reservationId: ID, expected: 200, found: 0 };
    expect(compare(undefined, 200)).to.deep.equal({ difference: unpaid });
    expect(compare(reservation('RESERVATION_STATE_RELEASED'), 200)).to.deep.equal({ difference: unpaid });
  });

  it('lets a reveal that cost nothing be without a reservation, or with one that took nothing', () => {
    expect(compare(undefined, 0)).to.deep.equal({});
    expect(compare(reservation('RESERVATION_STATE_CAPTURED', 0), 0)).to.deep.equal({});
    expect(compare(reservation('RESERVATION_STATE_RELEASED'), 0)).to.deep.equal({});
    expect(compare(reservation('RESERVATION_STATE_RELEASED'), undefined)).to.deep.equal({});
  });

  it('tells a pending reservation with its age, and finds it wrong once it is older than the grace period', () => {
    for (const revealed of [undefined, 200]) {
      const pending = { reservationId: ID, ageMs: GRACE_MS, millicredits: 1_500 };
      expect(compare(reservation('RESERVATION_STATE_PENDING', 0, GRACE_MS), revealed)).to.deep.equal({ pending });
      const { difference } = compare(reservation('RESERVATION_STATE_PENDING', 0, GRACE_MS + 1_000), revealed);
      expect(difference).to.deep.equal({
        problem: 'pending_too_long',
        reservationId: ID,
        expected: revealed ?? 0,
        found: 0,
      });
    }
  });

  it('does not take a reservation of a clock that runs ahead for an old one', () => {
    expect(compare(reservation('RESERVATION_STATE_PENDING', 0, -60_000), undefined).pending?.ageMs).to.equal(0);
  });
});

describe('comparing a balance with its ledger', () => {
  it('I6 finds each part that is not the sum, even where the total is right', () => {
    expect(compareBalance({ included: 5, purchased: 7 }, { included: 5, purchased: 7 })).to.deep.equal([]);
    expect(compareBalance({ included: 5, purchased: 7 }, { included: 7, purchased: 5 })).to.deep.equal([
      { problem: 'included_differs', expected: 5, found: 7 },
      { problem: 'purchased_differs', expected: 7, found: 5 },
    ]);
  });
});
