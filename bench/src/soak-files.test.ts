import { expect } from 'chai';
import fc from 'fast-check';
import { changeEvery } from './soak-files.js';

describe('a changed file', () => {
  it('has the same records, some of them with another value', () => {
    const titles = fc.array(fc.string(), { maxLength: 60 });
    fc.assert(
      fc.property(titles, fc.integer({ min: 1, max: 20 }), (all, count) => {
        const lines = all.map((jobTitle, id) => `${JSON.stringify({ id, jobTitle })}\n`);
        const changed = [...changeEvery(count, lines, { jobTitle: 'Inspector' })];
        const records = changed.map((line) => JSON.parse(line) as { id: number; jobTitle: string });
        expect(records.map(({ id }) => id)).to.deep.equal(all.map((_, id) => id));
        for (const [id, { jobTitle }] of records.entries()) {
          expect(jobTitle).to.equal(id % count === 0 ? 'Inspector' : all[id]);
        }
      }),
    );
  });
});
