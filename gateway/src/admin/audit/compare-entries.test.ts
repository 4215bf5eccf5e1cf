import { expect } from 'chai';
import fc from 'fast-check';
import { compareEntries, type Reserved } from './compare-entries.js';
import { reservedAs, tombstone } from './testing.js';

const ID = '11111111-1111-4111-8111-111111111111';

const captured = reservedAs({ id: ID, state: 'RESERVATION_STATE_CAPTURED', captured: 200 });
const released = reservedAs({ id: ID, state: 'RESERVATION_STATE_RELEASED' });
const pending = reservedAs({ id: ID, state: 'RESERVATION_STATE_PENDING' });

const problems = (reserved: Reserved): string[] => compareEntries(reserved).map(({ problem }) => problem);

/** The same with one fact changed. */
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
  if (entry === undefined) throw new Error('there is no such entry to change');
  return { ...reserved, [which]: { ...entry, ...changes } };
};

describe('comparing a reservation with its entries', () => {
  it('finds nothing where they say the same, whatever was spent [D money.7]', () => {
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

  it('lets included credits of a month that has ended stay away [D money.7]', () => {
    const nothingBack = withReservation(released, { returnedIncludedMillicredits: 0 });
    expect(problems(withEntry(nothingBack, 'resolveEntry', { includedMillicredits: 0 }))).to.deep.equal([]);
  });

  it('lets purchased credits come back in the place of included ones [D money.7]', () => {
    const parts = { returnedIncludedMillicredits: 0, returnedPurchasedMillicredits: 1_500 };
    const entry = { includedMillicredits: 0, purchasedMillicredits: 1_500 };
    expect(problems(withEntry(withReservation(released, parts), 'resolveEntry', entry))).to.deep.equal([]);
  });

  for (const [title, wrong, found] of [
    ['a missing reserve', { ...pending, reserveEntry: undefined }, ['reserve_entry_missing']],
    ['a missing capture', { ...captured, resolveEntry: undefined }, ['resolve_entry_missing']],
    ['a missing release', { ...released, resolveEntry: undefined }, ['resolve_entry_missing']],
    [
      'a pending one that was resolved',
      { ...pending, resolveEntry: captured.resolveEntry },
      ['resolve_entry_unexpected'],
    ],
    [
      'a tombstone that took something',
      { ...tombstone(ID), reserveEntry: captured.reserveEntry },
      ['reserve_entry_unexpected'],
    ],
    [
      'a tombstone that gave something back',
      { ...tombstone(ID), resolveEntry: released.resolveEntry },
      ['resolve_entry_unexpected'],
    ],
    [
      'a capture entered as a release',
      withEntry(captured, 'resolveEntry', { kind: 'release' }),
      ['resolve_entry_kind_differs'],
    ],
    [
      'a release entered as a capture',
      withEntry(released, 'resolveEntry', { kind: 'capture' }),
      ['resolve_entry_kind_differs'],
    ],
    [
      'a part that was not taken so',
      withEntry(captured, 'reserveEntry', { includedMillicredits: -999, purchasedMillicredits: -501 }),
      ['reserve_entry_included_differs', 'reserve_entry_purchased_differs'],
    ],
    [
      'a part that did not go back so',
      withEntry(captured, 'resolveEntry', { includedMillicredits: 801, purchasedMillicredits: 499 }),
      ['resolve_entry_included_differs', 'resolve_entry_purchased_differs'],
    ],
    [
      'a reservation that says it took more',
      withReservation(released, { includedMillicredits: 1_001 }),
      ['reserve_entry_included_differs'],
    ],
    [
      'more that went back than was left',
      withReservation(captured, { capturedMillicredits: 201 }),
      ['returned_too_much'],
    ],
    [
      'something that went back while it is pending',
      withReservation(pending, { returnedPurchasedMillicredits: 1 }),
      ['returned_too_much'],
    ],
  ] as const)
    it(`finds ${title} [D money.7]`, () => {
      expect(problems(wrong)).to.deep.equal(found);
    });

  it('says of a difference what both sides say', () => {
    expect(compareEntries(withEntry(captured, 'resolveEntry', { purchasedMillicredits: 7 }))).to.deep.equal([
      { problem: 'resolve_entry_purchased_differs', reservationId: ID, expected: 500, found: 7 },
    ]);
    expect(compareEntries({ ...captured, reserveEntry: undefined })).to.deep.equal([
      { problem: 'reserve_entry_missing', reservationId: ID, expected: -1_500, found: null },
    ]);
  });
});
