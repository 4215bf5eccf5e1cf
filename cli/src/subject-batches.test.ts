import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { subjectBatches } from './subject-batches.js';

describe('batches of the subjects of an erasure', () => {
  const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());
  const addresses = (count: number): string[] => ids(count).map((id) => `${id}@`.padEnd(254, 'a'));

  it('have every subject once, in order', () => {
    for (const [contactIds, emails] of [
      [ids(1_001), addresses(3)],
      [ids(200), addresses(401)],
      [[], addresses(1)],
    ] as const) {
      const batches = subjectBatches({ contactIds, emails });
      expect(batches.flatMap((each) => each.contactIds)).to.deep.equal(contactIds);
      expect(batches.flatMap((each) => each.emails)).to.deep.equal(emails);
    }
  });

  it('fit into a body of the admin API, of 64 KiB', () => {
    for (const batch of subjectBatches({ contactIds: ids(1_000), emails: addresses(1_000) }))
      expect(JSON.stringify({ ...batch, afterAccountId: randomUUID() }).length).to.be.below(64 * 1024);
  });

  it('are one for nobody: an erasure of nobody has its line, too', () => {
    expect(subjectBatches({ contactIds: [], emails: [] })).to.deep.equal([{ contactIds: [], emails: [] }]);
  });
});
