import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { hasValidCheckDigit, isPersonalNumber, type CountryCode } from '../identifiers/index.js';
import { openImportBench, type ImportBench } from '#testing/import.js';
import { generateContacts, generateOrganizations, generateSwitchboards, writeGenerated } from './index.js';

const COUNT = 20_000;
const SEED = 7;

interface Organization {
  countryCode: CountryCode;
  organizationNumber: string;
  soleTrader?: boolean;
  domains?: string[];
  employeesMin?: number;
}
interface Contact {
  organization: { countryCode: CountryCode; organizationNumber: string };
  name: string;
  email?: string;
  phone?: string;
}

const parsed = <Value>(lines: Iterable<string>) => [...lines].map((line) => JSON.parse(line) as Value);
const share = <Value>(values: readonly Value[], fits: (value: Value) => boolean) =>
  values.filter(fits).length / values.length;

describe('generated records', () => {
  const organizations = parsed<Organization>(generateOrganizations({ count: COUNT, seed: SEED }));
  const contacts = parsed<Contact>(generateContacts({ organizations: COUNT, contactsPer: 3, seed: SEED }));
  const switchboards = parsed<Contact>(generateSwitchboards({ organizations: COUNT, seed: SEED }));
  const key = (each: Contact['organization']) => `${each.countryCode} ${each.organizationNumber}`;

  it('are as many as requested, one JSON object per line', () => {
    expect(organizations).to.have.length(COUNT);
    expect(contacts).to.have.length(3 * COUNT);
    const lines = [...generateOrganizations({ count: 5, seed: SEED })];
    expect(lines.every((line) => line.endsWith('}\n') && line.indexOf('\n') === line.length - 1)).to.equal(true);
    expect([...generateOrganizations({ count: 0, seed: SEED })]).to.deep.equal([]);
    expect([...generateContacts({ organizations: 10, contactsPer: 0, seed: SEED })]).to.deep.equal([]);
  });

  it('depend on the seed and not on the number of records', () => {
    const first = (seed: number, count: number) => [...generateOrganizations({ count, seed })].slice(0, 50);
    expect(first(SEED, 50)).to.deep.equal(first(SEED, 80));
    expect(first(SEED, 50)).to.not.deep.equal(first(SEED + 1, 50));
  });

  it('have distinct organization numbers of the right form', () => {
    expect(new Set(organizations.map(key)).size).to.equal(COUNT);
    expect(
      organizations.filter((each) => !hasValidCheckDigit(each.countryCode, each.organizationNumber)),
    ).to.deep.equal([]);
    const personal = organizations.filter((each) => isPersonalNumber(each.countryCode, each.organizationNumber));
    expect(personal).to.deep.equal(organizations.filter((each) => each.soleTrader === true));
    expect(personal.length).to.be.greaterThan(COUNT / 50);
  });

  it('have organization numbers from unissued ranges, and personal numbers from the test range', () => {
    for (const { countryCode, organizationNumber, soleTrader } of organizations) {
      if (soleTrader === true) expect(organizationNumber.slice(6, 9)).to.match(/^9[89][0-9]$/);
      else if (countryCode === 'SE') expect(organizationNumber).to.match(/^42/);
      else if (countryCode === 'NO') expect(organizationNumber).to.match(/^[1-7]/);
    }
  });

  it('have contacts and switchboards only of these organizations, with addresses in their domains', () => {
    const known = new Map(organizations.map((each) => [key(each), each]));
    for (const { organization, email } of [...contacts, ...switchboards]) {
      const owner = known.get(key(organization));
      expect(owner).to.not.equal(undefined);
      if (email !== undefined)
        expect(email.split('@')[1])
          .to.equal(owner?.domains?.[0])
          .and.match(/\.example$/);
    }
  });

  it('have only phone numbers that belong to nobody', () => {
    const invented =
      /^\+(?:471|451|35811)[0-9]{7}$|^\+46(?:701740[67]|3139006|4062804|84650040|846500[4]|98031920|9803192)[0-9]+$/;
    for (const { phone } of [...contacts, ...switchboards]) if (phone !== undefined) expect(phone).to.match(invented);
  });

  it('have many small and few large organizations, with contacts unevenly spread', () => {
    expect(share(organizations, (each) => each.countryCode === 'SE')).to.be.within(0.43, 0.49);
    expect(share(organizations, (each) => each.domains !== undefined)).to.be.within(0.69, 0.75);
    const sized = organizations.filter((each) => each.employeesMin !== undefined);
    expect(share(sized, (each) => (each.employeesMin ?? 0) < 10)).to.be.within(0.6, 0.85);
    expect(share(sized, (each) => (each.employeesMin ?? 0) >= 500)).to.be.within(0.001, 0.02);
    const perOrganization = new Map<string, number>();
    for (const { organization } of contacts)
      perOrganization.set(key(organization), (perOrganization.get(key(organization)) ?? 0) + 1);
    expect(Math.max(...perOrganization.values())).to.be.greaterThan(30);
    expect(perOrganization.size / COUNT).to.be.within(0.7, 0.95);
    expect(share(contacts, (each) => each.email !== undefined)).to.be.within(0.55, 0.68);
    expect(share(contacts, (each) => each.phone !== undefined)).to.be.within(0.5, 0.6);
  });

  describe('written to files', () => {
    let bench: ImportBench;
    let directory: string;

    before(async () => {
      bench = await openImportBench();
      directory = await mkdtemp(join(tmpdir(), 'generated-'));
    });
    after(async () => {
      await rm(directory, { recursive: true });
      await bench.close();
    });

    it('import without a reject, and again without a change', async () => {
      const files = await writeGenerated({
        organizations: 2_000,
        contactsPer: 2.5,
        seed: SEED,
        directory: join(directory, 'new'),
      });
      expect(files.written).to.include({ organizations: 2_000, contacts: 5_000 });
      for (const kind of ['organizations', 'contacts', 'switchboards'] as const) {
        const text = gunzipSync(await readFile(files[kind]));
        const read = files.written[kind];
        expect(await bench.run(kind, text), kind).to.deep.include({ read, inserted: read, rejected: 0, rejects: [] });
        expect(await bench.run(kind, text), kind).to.deep.include({ read, unchanged: read });
      }
    });
  });
});
