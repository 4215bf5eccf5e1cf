import { expect } from 'chai';
import fc from 'fast-check';
import { compareEntries, type Reserved } from './compare-entries.js';
import { reservedAs, tombstone } from '#testing/audit.js';

const ID = '11111111-1111-4111-8111-111111111111';

const captured = reservedAs({ id: ID, state: 'RESERVATION_STATE_CAPTURED', captured: 200 });
const released = reservedAs({ id: ID, state: 'RESERVATION_STATE_RELEASED' });
const pending = reservedAs({ id: ID, state: 'RESERVATION_STATE_PENDING' });

const problems = (reserved: Reserved): string[] => compareEntries(reserved).map(({ problem }) => problem);

/** Returns a copy with changed facts. */
const withReservation = (reserved: Reserved, changes: Partial<Reserved['reservation']>): Reserved => ({
  ...reserved,
  reservation: { ...reserved.reservation, ...changes },
});
const withEntry = (
  reserved: Reserved,
  which: 'reserveEntry' | 'resolveEntry',
  changes: Partial<NonNullable<Reserved['reserveEntry']>>,
): Reserved => {
  const entry = reserved[which];
  if (entry === undefined) throw new Error(`the reservation has no ${which}`);
  return { ...reserved, [which]: { ...entry, ...changes } };
};

describe('compareEntries', () => {
  it('finds no difference when a reservation and its entries agree, whatever was spent [D money.7]', () => {
    const amounts = fc
      .record({ included: fc.nat(2_000), purchased: fc.nat(2_000) })
      .filter(({ included, purchased }) => included + purchased > 0);
    fc.assert(
      fc.property(amounts, fc.double({ min: 0, max: 1, noNaN: true }), (taken, share) => {
        const spent = Math.floor((taken.included + taken.purchased) * share);
        for (const story of [
          { state: 'RESERVATION_STATE_CAPTURED', captured: spent },
          { state: 'RESERVATION_STATE_RELEASED' },
          { state: 'RESERVATION_STATE_PENDING' },
        ] as const)
          expect(problems(reservedAs({ id: ID, ...taken, ...story }))).to.deep.equal([]);
      }),
    );
    expect(problems(tombstone(ID))).to.deep.equal([]);
  });

  it('accepts that included credits of an ended month are not returned [D money.7]', () => {
    const nothingBack = withReservation(released, { returnedIncludedMillicredits: 0 });
    expect(problems(withEntry(nothingBack, 'resolveEntry', { includedMillicredits: 0 }))).to.deep.equal([]);
  });

  it('accepts that purchased credits are returned in place of included ones [D money.7]', () => {
    const parts = { returnedIncludedMillicredits: 0, returnedPurchasedMillicredits: 1_500 };
    const entry = { includedMillicredits: 0, purchasedMillicredits: 1_500 };
    expect(problems(withEntry(withReservation(released, parts), 'resolveEntry', entry))).to.deep.equal([]);
  });

  for (const [title, wrong, found] of [
    ['a missing reserve entry', { ...pending, reserveEntry: undefined }, ['reserve_entry_missing']],
    ['a missing capture entry', { ...captured, resolveEntry: undefined }, ['resolve_entry_missing']],
    ['a missing release entry', { ...released, resolveEntry: undefined }, ['resolve_entry_missing']],
    [
      'a resolve entry of a pending reservation',
      { ...pending, resolveEntry: captured.resolveEntry },
      ['resolve_entry_unexpected'],
    ],
    [
      'a reserve entry of a tombstone',
      { ...tombstone(ID), reserveEntry: captured.reserveEntry },
      ['reserve_entry_unexpected'],
    ],
    [
      'a resolve entry of a tombstone',
      { ...tombstone(ID), resolveEntry: released.resolveEntry },
      ['resolve_entry_unexpected'],
    ],
    [
      'a release entry of a captured reservation',
      withEntry(captured, 'resolveEntry', { kind: 'release' }),
      ['resolve_entry_kind_differs'],
    ],
    [
      'a capture entry of a released reservation',
      withEntry(released, 'resolveEntry', { kind: 'capture' }),
      ['resolve_entry_kind_differs'],
    ],
    [
      'taken parts that differ',
      withEntry(captured, 'reserveEntry', { includedMillicredits: -999, purchasedMillicredits: -501 }),
      ['reserve_entry_included_differs', 'reserve_entry_purchased_differs'],
    ],
    [
      'returned parts that differ',
      withEntry(captured, 'resolveEntry', { includedMillicredits: 801, purchasedMillicredits: 499 }),
      ['resolve_entry_included_differs', 'resolve_entry_purchased_differs'],
    ],
    [
      'a reservation that took more than its entry',
      withReservation(released, { includedMillicredits: 1_001 }),
      ['reserve_entry_included_differs'],
    ],
    ['more returned than was unspent', withReservation(captured, { capturedMillicredits: 201 }), ['returned_too_much']],
    [
      'credits returned while the reservation is pending',
      withReservation(pending, { returnedPurchasedMillicredits: 1 }),
      ['returned_too_much'],
    ],
  ] as const)
    it(`finds ${title} [D money.7]`, () => {
      expect(problems(wrong)).to.deep.equal(found);
    });

  it('reports the values of both sides', () => {
    expect(compareEntries(withEntry(captured, 'resolveEntry', { purchasedMillicredits: 7 }))).to.deep.equal([
      { problem: 'resolve_entry_purchased_differs', reservationId: ID, expected: 500, found: 7 },
    ]);
    expect(compareEntries({ ...captured, reserveEntry: undefined })).to.deep.equal([
      { problem: 'reserve_entry_missing', reservationId: ID, expected: -1_500, found: null },
    ]);
  });
});
