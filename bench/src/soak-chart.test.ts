import { expect } from 'chai';
import fc from 'fast-check';
import { drawSeries, type Point } from './soak-chart.js';

const UNTIL = 1_000;
const points = fc.array(
  fc.record({ atMs: fc.integer({ min: 0, max: UNTIL }), value: fc.double({ min: 0, max: 1e12, noNaN: true }) }),
  { maxLength: 300 },
);
const every = (ms: number, valueAt: (atMs: number) => number | undefined): Point[] =>
  Array.from({ length: UNTIL / ms }, (_, index) => index * ms).flatMap((atMs) => {
    const value = valueAt(atMs);
    return value === undefined ? [] : [{ atMs, value }];
  });

describe('the chart of a series', () => {
  it('is as wide as asked and made of blocks and spaces, whatever is drawn', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 200 }), (drawn, width) => {
        expect(drawSeries(drawn, UNTIL, width)).to.match(new RegExp(`^[ ▁▂▃▄▅▆▇█]{${width}}$`, 'u'));
      }),
    );
  });

  it('shows the same shape in any unit', () => {
    fc.assert(
      fc.property(points, (drawn) => {
        const larger = drawn.map(({ atMs, value }) => ({ atMs, value: value * 1_024 }));
        expect(drawSeries(larger, UNTIL, 40)).to.equal(drawSeries(drawn, UNTIL, 40));
      }),
    );
  });

  it('rises with its values, from 0', () => {
    expect(
      drawSeries(
        every(125, (atMs) => atMs),
        UNTIL,
        8,
      ),
    ).to.equal('▁▂▃▄▅▆▇█');
    expect(
      drawSeries(
        every(125, () => 7),
        UNTIL,
        8,
      ),
    ).to.equal('████████');
    expect(
      drawSeries(
        every(125, () => 0),
        UNTIL,
        8,
      ),
    ).to.equal('▁▁▁▁▁▁▁▁');
  });

  it('leaves a gap while the process is away', () => {
    expect(
      drawSeries(
        every(10, (atMs) => (atMs < 500 && atMs >= 250 ? undefined : 5)),
        UNTIL,
        8,
      ),
    ).to.equal('██  ████');
  });

  it('shows a single peak, however narrow the chart', () => {
    expect(
      drawSeries(
        every(10, (atMs) => (atMs === 500 ? 70 : 10)),
        UNTIL,
        4,
      ),
    ).to.equal('▂▂█▂');
  });

  it('has no holes when there are fewer samples than characters', () => {
    expect(
      drawSeries(
        every(250, () => 3),
        UNTIL,
        8,
      ),
    ).to.equal('████████');
  });

  it('is empty without samples', () => {
    expect(drawSeries([], UNTIL, 5)).to.equal('     ');
  });
});
