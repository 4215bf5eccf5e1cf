import type { credits } from '@prospecting/protos';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Reserved } from './compare-entries.js';
import { comparePair, type Comparison } from './compare-pair.js';
import { reservedAs } from '#testing/audit.js';

const ID = '11111111-1111-4111-8111-111111111111';
const GRACE_MS = 300_000;

const reservation = (state: credits.ReservationState, captured = 0, ageMs = 0): Reserved =>
  reservedAs({ id: ID, state, captured, ageMs });

const compare = (reserved: Reserved | undefined, revealed: number | undefined): Comparison =>
  comparePair(
    {
      reserved,
      attempt:
        revealed === undefined
          ? undefined
          : { attemptId: ID, millicredits: revealed, statedMillicredits: revealed, missingReveals: 0 },
    },
    { graceMs: GRACE_MS },
  );

const NOTHING: Comparison = { differences: [] };

describe('comparePair', () => {
  it('I5 reports a captured amount that is not the cost of the reveals', () => {
    fc.assert(
      fc.property(fc.nat(1_500), fc.nat(1_500), (captured, revealed) => {
        const { differences } = compare(reservation('RESERVATION_STATE_CAPTURED', captured), revealed);
        const wanted =
          captured === revealed
            ? []
            : [{ problem: 'captured_other_amount', reservationId: ID, expected: revealed, found: captured }];
        expect(differences).to.deep.equal(wanted);
      }),
    );
  });

  it('I5 reports a capture without a reveal', () => {
    const { differences } = compare(reservation('RESERVATION_STATE_CAPTURED', 200), undefined);
    expect(differences).to.deep.equal([
      { problem: 'captured_without_reveal', reservationId: ID, expected: 0, found: 200 },
    ]);
    expect(compare(reservation('RESERVATION_STATE_CAPTURED', 0), undefined)).to.deep.equal(NOTHING);
  });

  it('I5 reports a reveal without a reservation, or with a released one', () => {
    const unpaid = { problem: 'reveal_without_capture', reservationId: ID, expected: 200, found: 0 };
    expect(compare(undefined, 200)).to.deep.equal({ differences: [unpaid] });
    expect(compare(reservation('RESERVATION_STATE_RELEASED'), 200)).to.deep.equal({ differences: [unpaid] });
  });

  it('accepts a free reveal without a reservation, and with one that took nothing', () => {
    expect(compare(undefined, 0)).to.deep.equal(NOTHING);
    expect(compare(reservation('RESERVATION_STATE_CAPTURED', 0), 0)).to.deep.equal(NOTHING);
    expect(compare(reservation('RESERVATION_STATE_RELEASED'), 0)).to.deep.equal(NOTHING);
    expect(compare(reservation('RESERVATION_STATE_RELEASED'), undefined)).to.deep.equal(NOTHING);
  });

  it('lists a pending reservation with its age, and reports it when it is older than the grace period', () => {
    for (const revealed of [undefined, 200]) {
      const pending = { reservationId: ID, ageMs: GRACE_MS, millicredits: 1_500 };
      expect(compare(reservation('RESERVATION_STATE_PENDING', 0, GRACE_MS), revealed)).to.deep.equal({
        differences: [],
        pending,
      });
      const { differences } = compare(reservation('RESERVATION_STATE_PENDING', 0, GRACE_MS + 1_000), revealed);
      const problem = 'pending_too_long';
      expect(differences).to.deep.equal([{ problem, reservationId: ID, expected: revealed ?? 0, found: 0 }]);
    }
  });

  it('uses the age by the database, whatever the time of the reservation [D money.5]', () => {
    const young = reservation('RESERVATION_STATE_PENDING', 0, GRACE_MS);
    const old = reservation('RESERVATION_STATE_PENDING', 0, GRACE_MS + 1);
    const at = (reserved: Reserved, seconds: number): Reserved => ({
      ...reserved,
      reservation: { ...reserved.reservation, reservedAt: { seconds, nanos: 0 } },
    });
    const year = 365 * 24 * 60 * 60;
    const nowSeconds = Math.floor(Date.now() / 1_000);
    for (const seconds of [0, nowSeconds - year, nowSeconds + year]) {
      expect(compare(at(young, seconds), undefined).differences).to.deep.equal([]);
      expect(compare(at(old, seconds), undefined).differences).to.have.length(1);
    }
  });

  it('reports an attempt with a wrong total, and one with missing reveals [D money.7]', () => {
    const attempt = { attemptId: ID, millicredits: 200, statedMillicredits: 200, missingReveals: 0 };
    const reserved = reservation('RESERVATION_STATE_CAPTURED', 200);
    const found = (changes: object): unknown =>
      comparePair({ reserved, attempt: { ...attempt, ...changes } }, { graceMs: GRACE_MS }).differences;
    expect(found({})).to.deep.equal([]);
    expect(found({ statedMillicredits: 300 })).to.deep.equal([
      { problem: 'attempt_total_differs', reservationId: ID, expected: 200, found: 300 },
    ]);
    expect(found({ missingReveals: 2 })).to.deep.equal([
      { problem: 'reveals_missing', reservationId: ID, expected: { count: 0 }, found: { count: 2 } },
    ]);
  });

  it('reports every difference of one id [D money.7]', () => {
    const reserved = { ...reservation('RESERVATION_STATE_CAPTURED', 200), resolveEntry: undefined };
    const attempt = { attemptId: ID, millicredits: 300, statedMillicredits: 200, missingReveals: 1 };
    const { differences } = comparePair({ reserved, attempt }, { graceMs: GRACE_MS });
    expect(differences.map(({ problem }) => problem)).to.deep.equal([
      'captured_other_amount',
      'resolve_entry_missing',
      'attempt_total_differs',
      'reveals_missing',
    ]);
  });
});
