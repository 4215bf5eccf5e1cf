import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { recordsOf } from './records.js';

/** Values by which requests find records, as the source of a promise spells them. */
const IDENTIFIERS = [
  /[\p{L}\d-]+\.example\b/giu,
  /linkedin\.com\/(?:company|in|school|showcase)\/[\p{L}\d%-]+/giu,
  /(?<=organizationNumber: ')[^']+/g,
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
];

/** Names that no record has, in any promise. */
const OF_NOBODY = new Set(['okand.example']);

const sources = fileURLToPath(new URL('../../src/', import.meta.url));

describe('the records of the promises', () => {
  it('share no web address, page, number or id: promises may share an installation', () => {
    const usedBy = new Map<string, string>();
    const shared: string[] = [];
    const promises = readdirSync(sources).filter((file) => file.endsWith('.test.ts'));
    expect(promises.length).to.be.greaterThan(20);
    for (const file of promises) {
      const text = readFileSync(path.join(sources, file), 'utf8');
      const found = IDENTIFIERS.flatMap((pattern) => text.match(pattern) ?? []).map((each) => each.toLowerCase());
      for (const identifier of new Set(found)) {
        const other = usedBy.get(identifier);
        if (other !== undefined && !OF_NOBODY.has(identifier)) shared.push(`${identifier}: ${other} and ${file}`);
        usedBy.set(identifier, file);
      }
    }
    expect(shared).to.deep.equal([]);
  });

  it('are the same in every run, and differ between promises', () => {
    const declare = (promise: string) => {
      const { organization, contact } = recordsOf(promise);
      const first = organization({ name: 'Exempel AB' });
      return [first, organization({ name: 'Annan AB' }), contact(first, { name: 'Astrid Exempel' })];
    };
    const [here, there] = ['file:///here/one-promise.test.js', '/there/one-promise.test.ts'].map(declare);
    expect(here).to.deep.equal(there);
    const all = [...(here ?? []), ...declare('another-promise.test.ts')];
    expect(new Set(all.map(({ id }) => id)).size).to.equal(6);
    for (const { id } of all) expect(id).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
