import { expect } from 'chai';
import { openImportBench, IDENTITY_KEY, type ImportBench } from '#testing/import.js';
import { hasValidCheckDigit, type CountryCode } from '../identifiers/index.js';
import { importFile } from '../import/index.js';
import { KNOWN_ORGANIZATION, loadSample, type LoadSampleOptions } from './index.js';
import { SAMPLE_FILES } from './sample-organizations.js';

const COUNTS = { read: 0, inserted: 0, updated: 0, unchanged: 0, rejected: 0, suppressed: 0 };
const NONE = { ...COUNTS, leftOut: 0, reasons: {}, removed: 0 };

describe('the sample data', () => {
  let bench: ImportBench;
  let options: Pick<LoadSampleOptions, 'databaseUrl' | 'identityKey'>;

  before(async () => {
    bench = await openImportBench();
    options = { databaseUrl: bench.database.urlFor('prospect_importer'), identityKey: IDENTITY_KEY };
  });
  after(() => bench.close());

  const counts = async () => {
    const [row] = await bench.rows(
      `select (select count(*)::int from directory.organizations) as organizations,
         (select count(*)::int from directory.contacts) as contacts,
         (select count(*)::int from directory.switchboards) as switchboards`,
    );
    return row;
  };

  it('imports every record of the register’s files, and changes nothing the second time', async () => {
    const expected: Record<string, number> = {
      'enheter-2022.json.gz': 4_842,
      'underenheter.json': 2,
      'enheter-2024.csv': 9,
      'underenheter-2024.csv': 7,
      'enhet-2025.json': 1,
    };
    for (const { path, format } of SAMPLE_FILES) {
      await bench.rows('truncate directory.organizations cascade');
      const read = expected[path.split('/').at(-1) ?? ''];
      const once = () => importFile('organizations', { ...options, input: path, format });
      const { seconds: _first, ...first } = await once();
      expect(first, path).to.deep.equal({ ...NONE, read, inserted: read });
      const { seconds: _again, ...again } = await once();
      expect(again, path).to.deep.equal({ ...NONE, read, unchanged: read });
    }
  });

  it('loads once, completes an interrupted load, and changes nothing when it is loaded', async () => {
    await bench.rows('truncate directory.organizations cascade');
    const [first] = SAMPLE_FILES;
    await importFile('organizations', { ...options, input: first?.path ?? '', format: first?.format ?? 'canonical' });
    const loaded = await loadSample(options);
    expect(loaded).to.deep.include({ loaded: true, organizations: 4_865 - 4_842 });
    const all = { organizations: 4_865, contacts: loaded.contacts, switchboards: loaded.switchboards };
    expect(loaded.contacts).to.be.within(14_000, 15_000);
    expect(loaded.switchboards).to.be.within(1_500, 1_900);
    expect(await counts()).to.deep.equal(all);
    expect(await loadSample(options)).to.deep.equal({ loaded: false, organizations: 0, contacts: 0, switchboards: 0 });
    expect(await counts()).to.deep.equal(all);
  });

  it('has the records of the guides, with the ids that the guides show', async () => {
    const [found] = await bench.rows(
      `select organizations.name as organization, contacts.name as contact from directory.contacts
       join directory.organizations on organizations.id = organization_id
       where contacts.id = 'c1f4a1de-2a63-5b7e-8b2f-6f0a9d3e4b21'`,
    );
    expect(found).to.deep.equal({ organization: 'Nordvik Maskin AB', contact: 'Astrid Exempel' });
  });

  it('has a known organization with a unique domain, contacts and a switchboard', async () => {
    const { countryCode, organizationNumber, name, domain } = KNOWN_ORGANIZATION;
    const found = (kind: string, value: string) =>
      bench.rows(
        `select organizations.name from directory.organization_identifiers
         join directory.organizations on organizations.id = organization_id where kind = $1 and value = $2`,
        [kind, value],
      );
    expect(await found('orgNumber', countryCode + organizationNumber)).to.deep.equal([{ name }]);
    expect(await found('domain', domain)).to.deep.equal([{ name }]);
    const [has] = await bench.rows(
      `select (select count(*)::int from directory.contacts where organization_id = organizations.id) as contacts,
         (select count(*)::int from directory.contacts join directory.contact_details on contact_id = contacts.id
          where organization_id = organizations.id and email is not null and phone is not null) as reachable,
         (select count(*)::int from directory.switchboards
          where organization_id = organizations.id and email is not null and phone is not null) as switchboards
       from directory.organizations where organizations.name = $1`,
      [name],
    );
    expect(has).to.have.property('contacts').that.is.within(5, 20);
    expect(has).to.have.property('reachable').that.is.greaterThan(0);
    expect(has).to.have.property('switchboards', 1);
  });

  it('takes an organization from the latest file that has it', async () => {
    const found = await bench.rows(
      `select employees_min from directory.organization_details where organization_number = '810034882'`,
    );
    expect(found).to.deep.equal([{ employees_min: 8 }]);
  });

  it('has numbers of the register, numbers of nobody, and no real e-mail address or phone number', async () => {
    const numbers = await bench.rows<{ country: CountryCode; number: string; isInvented: boolean }>(
      `select o.country_code as country, replace(d.organization_number, '-', '') as number,
         coalesce(d.domain like '%.example', false) as "isInvented"
       from directory.organization_details d
       join directory.organizations o on o.id = d.organization_id
       where not d.sole_trader`,
    );
    // An invented number has a wrong check digit: it belongs to nobody.
    const wrong = numbers.filter((each) => hasValidCheckDigit(each.country, each.number) === each.isInvented);
    expect(wrong).to.deep.equal([]);
    expect(numbers.filter(({ isInvented }) => isInvented)).to.have.length(4);
    const emails = await bench.rows('select email from directory.contact_details where email not like $1', [
      '%.example',
    ]);
    expect(emails).to.deep.equal([]);
    // No Norwegian number begins with 1; the Swedish ones are those that the authority keeps for fiction.
    const phones = await bench.rows('select phone from directory.contact_details where phone !~ $1', [
      '^\\+(471|46701740(60[5-9]|6[1-9])|468465004)',
    ]);
    expect(phones).to.deep.equal([]);
  });
});
