import { expect } from 'chai';
import fc from 'fast-check';
import { openImportBench, type ImportBench } from '#testing/import.js';

const ORGANIZATION = { countryCode: 'DK', organizationNumber: '50000001', name: 'Havlund ApS' };

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', '\0', '\ud800', '__proto__', 'x'.repeat(3_000), -0, 1e308, 2 ** 53, [], {}, [null], ['']),
);

/** A record whose fields are each valid, absent or an arbitrary value. */
function record(fields: Record<string, unknown>) {
  const entries = Object.entries(fields).map(([name, good]) => [
    name,
    fc.oneof({ arbitrary: fc.constant(good), weight: 5 }, { arbitrary: anything, weight: 1 }),
  ]);
  return fc.record(Object.fromEntries(entries) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys: [] });
}

const RECORDS = {
  organizations: {
    ...ORGANIZATION,
    id: '0b9f2f6e-4f4c-4d8e-9d0f-0c7f6a2b1c3d',
    soleTrader: false,
    foundedYear: 2001,
    domains: ['havlund.example'],
    linkedInUrl: 'linkedin.com/company/havlund',
    website: 'https://havlund.example',
    employeesMin: 1,
    revenueMax: 5,
    revenueCurrency: 'DKK',
    description: 'Any\ttext',
    keywords: ['a', 'b'],
  },
  contacts: {
    organization: { countryCode: 'DK', organizationNumber: '50000001' },
    name: 'Mette Agerskov',
    id: '7c1d7a52-3c0e-4b53-8a4e-2f1f4f0d9b11',
    jobTitle: 'CEO',
    isExecutive: true,
    roles: ['ceo'],
    email: 'mette@havlund.example',
    phone: '22 17 40 60',
    linkedInUrl: 'linkedin.com/in/mette',
  },
  switchboards: {
    organization: { countryCode: 'DK', organizationNumber: '50000001' },
    phone: '22 17 40 60',
    email: 'info@havlund.example',
  },
} as const;

describe('importing arbitrary lines', () => {
  let bench: ImportBench;

  before(async () => {
    bench = await openImportBench();
    await bench.run('organizations', [ORGANIZATION]);
  });
  after(() => bench.close());

  for (const kind of ['organizations', 'contacts', 'switchboards'] as const) {
    it(`imports or rejects every line of ${kind}, and never fails the import`, async () => {
      const line = fc.oneof(
        { arbitrary: record(RECORDS[kind]).map((value) => JSON.stringify(value)), weight: 8 },
        { arbitrary: fc.json(), weight: 1 },
        {
          arbitrary: fc.string({ unit: 'binary' }).filter((text) => !text.includes('\n') && text.trim() !== ''),
          weight: 1,
        },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 40 }), async (lines) => {
          const { rejects, ...counts } = await bench.run(kind, lines.join('\n'));
          expect(counts.read).to.equal(lines.length);
          expect(counts.inserted + counts.updated + counts.unchanged + counts.rejected).to.equal(counts.read);
          expect(counts.unchanged).to.be.at.least(0);
          expect(rejects.length).to.equal(counts.rejected);
          for (const reject of rejects) {
            expect(reject.line).to.be.within(1, lines.length);
            expect(Object.keys(reject).filter((key) => !['line', 'reason', 'field'].includes(key))).to.deep.equal([]);
          }
        }),
        { numRuns: 40 },
      );
    });
  }
});
