import { expect } from 'chai';
import fc from 'fast-check';
import type { LedgerEntry, Spending } from '../../api/types.js';
import { foldEntries } from './ledger-lines.js';
import { OTHERS, toChart } from './series.js';

function entry(kind: string, included: number, of: Partial<LedgerEntry> = {}): LedgerEntry {
  return { at: '2026-11-22T12:00:00Z', kind, included, purchased: 0, reservationId: null, reference: null, ...of };
}

describe('the ledger in the console', () => {
  it('is one line for a request, whether it was charged, released or is not settled', () => {
    const lines = foldEntries([
      entry('subscribe', 100),
      entry('reserve', -2.4, { reservationId: 'charged' }),
      entry('reserve', -1, { reservationId: 'released' }),
      entry('capture', 1.2, { reservationId: 'charged' }),
      entry('release', 1, { reservationId: 'released' }),
      entry('reserve', -0.2, { reservationId: 'open' }),
    ]);
    expect(lines.map(({ kind, included, balance }) => [kind, included, balance])).to.deep.equal([
      ['pending', -0.2, 98.6],
      ['released', 0, 98.8],
      ['charged', -1.2, 98.8],
      ['subscribe', 100, 100],
    ]);
  });

  it('ends at the sum of all entries, however they are folded', () => {
    const amount = fc.integer({ min: -5_000, max: 5_000 });
    const kinds = fc.constantFrom('grant', 'reset', 'reserve', 'capture', 'release');
    const entries = fc.array(fc.tuple(kinds, amount, fc.constantFrom('a', 'b', 'c')), { maxLength: 30 });
    fc.assert(
      fc.property(entries, (given) => {
        const folded = foldEntries(
          given.map(([kind, millicredits, reservation]) =>
            entry(kind, millicredits / 1_000, {
              reservationId: ['grant', 'reset'].includes(kind) ? null : reservation,
            }),
          ),
        );
        const sum = given.reduce((total, [, millicredits]) => total + millicredits, 0) / 1_000;
        expect(folded[0]?.balance ?? 0).to.equal(sum === 0 ? 0 : sum);
      }),
    );
  });
});

describe('the chart of the spending', () => {
  const spending = (credits: readonly number[]): Spending => ({
    from: '2026-11-21',
    to: '2026-11-22',
    keys: credits.map((each, index) => ({ keyId: `k${index}`, name: `Key ${index}`, credits: each })),
    days: [
      { day: '2026-11-21', credits: 0, byKey: [] },
      {
        day: '2026-11-22',
        credits: credits.reduce((total, each) => total + each, 0),
        byKey: credits.map((each, index) => ({ keyId: `k${index}`, credits: each })),
      },
    ],
  });

  it('has a series for each key that spent, the largest first, and a row for each day', () => {
    const { series, rows, total } = toChart(spending([0.2, 5, 0]));
    expect(series.map(({ id }) => id)).to.deep.equal(['k1', 'k0']);
    expect(rows).to.deep.equal([
      { day: '2026-11-21', k1: 0, k0: 0 },
      { day: '2026-11-22', k1: 5, k0: 0.2 },
    ]);
    expect(total).to.equal(5.2);
  });

  it('counts the keys that spend least together, and loses nothing', () => {
    const { series, rows, total } = toChart(spending([9, 8, 7, 6, 5, 4, 0.1, 0.2]));
    expect(series).to.have.length(6);
    expect(series.at(-1)).to.include({ id: OTHERS, name: '3 other keys', credits: 4.3 });
    expect(new Set(series.map(({ color }) => color)).size).to.equal(6);
    expect(rows[1]?.[OTHERS]).to.equal(4.3);
    expect(total).to.equal(39.3);
  });

  it('names what was spent before keys were recorded', () => {
    const old: Spending = {
      from: '2026-11-22',
      to: '2026-11-22',
      keys: [{ keyId: null, name: null, credits: 1 }],
      days: [{ day: '2026-11-22', credits: 1, byKey: [{ keyId: null, credits: 1 }] }],
    };
    const { series, rows } = toChart(old);
    expect(series[0]?.name).to.equal('Key not recorded');
    expect(rows[0]?.[series[0]?.id ?? '']).to.equal(1);
  });
});
