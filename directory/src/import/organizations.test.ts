import { expect } from 'chai';
import { deriveId, soleTraderHash } from '../identifiers/index.js';
import { directorySchema } from '../migrations/index.js';
import { openImportBench, IDENTITY_KEY, type ImportBench } from '#testing/import.js';

const NONE = { read: 0, inserted: 0, updated: 0, unchanged: 0, rejected: 0, suppressed: 0, rejects: [] };
const ID = '0b9f2f6e-4f4c-4d8e-9d0f-0c7f6a2b1c3d';
const OTHER_ID = '7c1d7a52-3c0e-4b53-8a4e-2f1f4f0d9b11';

const FULL = {
  countryCode: 'SE',
  organizationNumber: 'SE 422000-0075 01',
  name: ' Dalstad Energi AB ',
  legalForm: 'AB',
  city: 'Linköping',
  foundedYear: 2017,
  domains: ['https://www.dalstad.example/om', 'DALSTAD-group.example', 'dalstad.example', 'dålstad.example'],
  linkedInUrl: 'se.linkedin.com/Company/Dalstad-Energi/about?x=1',
  website: 'dalstad.example',
  employeesMin: 20,
  employeesMax: 49,
  revenueMin: -1,
  revenueMax: 9007199254740991,
  revenueCurrency: 'SEK',
  oneSentenceDescription: 'Energy.',
  description: 'Energy,\nand more\tof it \\ "quoted".',
  technologies: ['SAP', ' SAP ', ''],
  keywords: ['heat', '{"x"}', 'NULL'],
  tags: [],
  addressLine1: 'Industrigatan 68',
  addressLine2: null,
  postalCode: '58244',
  stateOrProvince: '',
  unknownField: { is: 'ignored' },
};

describe('importing organizations', () => {
  let bench: ImportBench;

  before(async () => {
    bench = await openImportBench();
  });
  after(() => bench.close());
  beforeEach(() => bench.rows('truncate directory.organizations cascade'));

  const base = (number: number, more: object = {}) => ({
    countryCode: 'NO',
    organizationNumber: String(100_000_000 + number),
    name: `Fjellvik ${number} AS`,
    ...more,
  });
  const identifiers = () =>
    bench.rows('select kind, value, position from directory.organization_identifiers order by kind, position, value');

  it('[D identifiers.2] [D identifiers.3] [D identifiers.4] [D results.6] stores every field in the form in which it is matched and shown', async () => {
    expect(await bench.run('organizations', [FULL])).to.deep.equal({ ...NONE, read: 1, inserted: 1 });
    expect(
      await bench.rows(
        'select country_code, natural_key, name, sole_trader, legal_form, city, founded_year from directory.organizations',
      ),
    ).to.deep.equal([
      {
        country_code: 'SE',
        natural_key: 'SE4220000075',
        name: 'Dalstad Energi AB',
        sole_trader: false,
        legal_form: 'AB',
        city: 'Linköping',
        founded_year: 2017,
      },
    ]);
    expect(await identifiers()).to.deep.equal([
      { kind: 'domain', value: 'dalstad.example', position: 0 },
      { kind: 'domain', value: 'dalstad-group.example', position: 1 },
      { kind: 'domain', value: 'xn--dlstad-iua.example', position: 2 },
      { kind: 'linkedInUrl', value: 'company/dalstad-energi', position: 0 },
      { kind: 'orgNumber', value: 'SE4220000075', position: 0 },
    ]);
    const [details] = await bench.rows('select * from directory.organization_details');
    expect({ ...details, organization_id: undefined }).to.deep.equal({
      organization_id: undefined,
      sole_trader: false,
      organization_number: '422000-0075',
      domain: 'dalstad.example',
      linked_in_url: 'https://www.linkedin.com/company/dalstad-energi',
      website: 'https://dalstad.example',
      employees_min: 20,
      employees_max: 49,
      revenue_min: -1,
      revenue_max: 9007199254740991,
      revenue_currency: 'SEK',
      one_sentence_description: 'Energy.',
      description: 'Energy,\nand more\tof it \\ "quoted".',
      technologies: ['SAP'],
      keywords: ['heat', '{"x"}', 'NULL'],
      tags: null,
      address_line1: 'Industrigatan 68',
      address_line2: null,
      postal_code: '58244',
      state_or_province: null,
    });
  });

  it('changes nothing when the same file is imported again', async () => {
    const file = [FULL, base(1), base(2, { id: ID })];
    await bench.run('organizations', file);
    const everything = () =>
      bench.rows(
        'select xmin::text, ctid::text, id from directory.organizations union all select xmin::text, ctid::text, organization_id from directory.organization_details order by 3, 1',
      );
    const before = await everything();
    expect(await bench.run('organizations', file)).to.deep.equal({ ...NONE, read: 3, unchanged: 3 });
    expect(await everything()).to.deep.equal(before);
  });

  it('updates a changed record under its id, and deletes what it no longer has', async () => {
    const ids = () => bench.rows('select id from directory.organizations order by natural_key');
    await bench.run('organizations', [FULL, base(1), base(2)]);
    const before = await ids();
    const changed = {
      ...FULL,
      city: 'Åre',
      domains: ['new.example', 'dalstad.example'],
      linkedInUrl: undefined,
      keywords: undefined,
      organizationNumber: '4220000075',
    };
    expect(await bench.run('organizations', [base(1), changed])).to.deep.equal({
      ...NONE,
      read: 2,
      updated: 1,
      unchanged: 1,
    });
    expect(await ids()).to.deep.equal(before);
    const found = await bench.rows(
      `select city, domain, linked_in_url, keywords from directory.organizations
       join directory.organization_details on organization_id = id where country_code = 'SE'`,
    );
    expect(found).to.deep.equal([{ city: 'Åre', domain: 'new.example', linked_in_url: null, keywords: null }]);
    expect((await identifiers()).filter(({ kind }) => kind !== 'orgNumber')).to.deep.equal([
      { kind: 'domain', value: 'new.example', position: 0 },
      { kind: 'domain', value: 'dalstad.example', position: 1 },
    ]);
  });

  it('keeps a given id when the record comes again without it, and when the number changes under it', async () => {
    await bench.run('organizations', [base(1, { id: ID.toUpperCase() })]);
    expect(await bench.run('organizations', [base(1, { city: 'Bodø' })])).to.include({ updated: 1, inserted: 0 });
    expect(await bench.run('organizations', [base(7, { id: ID })])).to.include({ updated: 1, inserted: 0 });
    expect(await bench.rows('select id, natural_key from directory.organizations')).to.deep.equal([
      { id: ID, natural_key: 'NO100000007' },
    ]);
    expect(await identifiers()).to.deep.equal([{ kind: 'orgNumber', value: 'NO100000007', position: 0 }]);
  });

  it('rejects a record whose id and number belong to different organizations as `id_conflict`', async () => {
    await bench.run('organizations', [base(1, { id: ID }), base(2)]);
    const { rejects, ...counts } = await bench.run('organizations', [
      base(1, { id: OTHER_ID, city: 'Bodø' }),
      base(2, { id: ID, city: 'Bodø' }),
      base(3),
    ]);
    expect(rejects).to.deep.equal([
      { line: 1, reason: 'id_conflict' },
      { line: 2, reason: 'id_conflict' },
    ]);
    expect(counts).to.deep.include({ inserted: 1, updated: 0, rejected: 2 });
  });

  it('imports the first of several records with one number or one id', async () => {
    const { rejects } = await bench.run('organizations', [
      base(1, { city: 'Oslo' }),
      base(1, { city: 'Bergen' }),
      base(2, { id: ID }),
      base(3, { id: ID }),
      base(1, { city: 'Oslo' }),
    ]);
    expect(rejects).to.deep.equal([
      { line: 2, reason: 'duplicate' },
      { line: 4, reason: 'duplicate' },
      { line: 5, reason: 'duplicate' },
    ]);
    expect(await bench.rows('select natural_key, city from directory.organizations order by 1')).to.deep.equal([
      { natural_key: 'NO100000001', city: 'Oslo' },
      { natural_key: 'NO100000002', city: null },
    ]);
  });

  it('prefers a record with an id to one without, in any order', async () => {
    const withId = base(1, { id: ID, city: 'Bergen' });
    for (const file of [
      [base(1), withId],
      [withId, base(1)],
    ]) {
      await bench.rows('truncate directory.organizations cascade');
      const { rejects } = await bench.run('organizations', file);
      expect(rejects).to.deep.equal([{ line: file.indexOf(withId) === 0 ? 2 : 1, reason: 'duplicate' }]);
      expect(await bench.rows('select id, city from directory.organizations')).to.deep.equal([
        { id: ID, city: 'Bergen' },
      ]);
    }
  });

  it('keeps a derived id with its organization when the number changes', async () => {
    await bench.run('organizations', [base(1)]);
    const [first] = await bench.rows<{ id: string }>('select id from directory.organizations');
    await bench.run('organizations', [base(2, { id: first?.id })]);
    for (const inserted of [1, 0]) expect(await bench.run('organizations', [base(1)])).to.include({ inserted });
    const found = await bench.rows<{ id: string; name: string }>('select id, name from directory.organizations');
    expect(found).to.have.length(2);
    expect(found.find(({ id }) => id === first?.id)).to.include({ name: 'Fjellvik 2 AS' });
  });

  it('does not derive an id that the file gives to another record', async () => {
    const id = deriveId(IDENTITY_KEY, 'organization', 'NO100000001');
    expect(await bench.run('organizations', [base(1), base(2, { id })])).to.include({ inserted: 2 });
    const found = await bench.rows('select name from directory.organizations where id = $1', [id]);
    expect(found).to.deep.equal([{ name: 'Fjellvik 2 AS' }]);
  });

  it('lets several organizations share a domain', async () => {
    await bench.run('organizations', [
      base(1, { domains: ['shared.example'] }),
      base(2, { domains: ['own.example', 'shared.example'] }),
    ]);
    const shared = (await identifiers()).filter(({ value }) => value === 'shared.example');
    expect(shared.map(({ position }) => position)).to.deep.equal([0, 1]);
  });

  describe('a Swedish sole trader', () => {
    const NUMBER = '8501019802';
    const firm = (name: string, more: object = {}) => ({
      countryCode: 'SE',
      organizationNumber: '19850101-9802',
      name,
      soleTrader: true,
      ...more,
    });

    it('[D results.4] is stored under a masked number and a keyed hash, and never under the number', async () => {
      const { rejects } = await bench.run('organizations', [firm('Eksjö Bygg'), firm('Eksjö Bygg', { city: 7 })]);
      expect(rejects).to.deep.equal([{ line: 2, reason: 'wrong_type', field: 'city' }]);
      expect(await identifiers()).to.deep.equal([
        { kind: 'orgNumber', value: `SE#${soleTraderHash(IDENTITY_KEY, NUMBER)}`, position: 0 },
      ]);
      expect(
        await bench.rows('select sole_trader, organization_number from directory.organization_details'),
      ).to.deep.equal([{ sole_trader: true, organization_number: '850101-XXXX' }]);
      for (const table of ['organizations', 'organization_identifiers', 'organization_details']) {
        const [{ text } = { text: '' }] = await bench.rows<{ text: string }>(
          `select string_agg(each::text, ' ') as text from directory.${table} as each`,
        );
        expect(text).to.not.match(/9802|19850101/);
      }
    });

    it('is recognized by the form of the number, independent of `soleTrader`', async () => {
      await bench.run('organizations', [
        firm('Eksjö Bygg', { soleTrader: false, id: ID }),
        firm('Eksjö Måleri', { soleTrader: undefined, id: OTHER_ID }),
      ]);
      const found = await bench.rows(
        'select distinct sole_trader, organization_number from directory.organization_details',
      );
      expect(found).to.deep.equal([{ sole_trader: true, organization_number: '850101-XXXX' }]);
    });

    it('is identified by the number and keeps its id when renamed', async () => {
      await bench.run('organizations', [firm('Eksjö Bygg')]);
      const before = await bench.rows('select id from directory.organizations');
      expect(await bench.run('organizations', [firm('Eksjö Måleri')])).to.include({ updated: 1, inserted: 0 });
      expect(await bench.rows('select id from directory.organizations')).to.deep.equal(before);
      expect(await bench.run('organizations', [firm('Eksjö Måleri')])).to.include({ unchanged: 1 });
    });

    it('without ids is one firm: the first of two names under one number is imported', async () => {
      const { rejects, ...counts } = await bench.run('organizations', [firm('Eksjö Bygg'), firm('Eksjö Måleri')]);
      expect(rejects).to.deep.equal([{ line: 2, reason: 'duplicate' }]);
      expect(counts).to.include({ inserted: 1, rejected: 1 });
    });

    it('[D results.4] may run several firms under one number, distinguished by their ids', async () => {
      const firms = [firm('Eksjö Bygg', { id: ID }), firm('Eksjö Måleri', { id: OTHER_ID, foundedYear: 2001 })];
      expect(await bench.run('organizations', firms)).to.include({ inserted: 2 });
      expect(await bench.run('organizations', firms.toReversed())).to.include({ unchanged: 2 });
      expect(await bench.run('organizations', [firm('Eksjö Färg', { id: OTHER_ID })])).to.include({ updated: 1 });
      expect(await bench.rows('select id, name from directory.organizations order by id')).to.deep.equal([
        { id: ID, name: 'Eksjö Bygg' },
        { id: OTHER_ID, name: 'Eksjö Färg' },
      ]);
    });

    it('without an id is rejected when several firms have the number, on record or in the file', async () => {
      const firms = [firm('Eksjö Bygg', { id: ID }), firm('Eksjö Måleri', { id: OTHER_ID })];
      const ambiguous = { reason: 'ambiguous_organization' };
      const inOneFile = await bench.run('organizations', [firm('Eksjö Bygg'), ...firms]);
      expect(inOneFile.rejects).to.deep.equal([{ line: 1, ...ambiguous }]);
      const before = await bench.rows('select id, name from directory.organizations order by id');
      const later = await bench.run('organizations', [firm('Eksjö Bygg', { foundedYear: 1980 })]);
      expect(later.rejects).to.deep.equal([{ line: 1, ...ambiguous }]);
      expect(await bench.rows('select id, name from directory.organizations order by id')).to.deep.equal(before);
    });

    it('that an earlier version identified by name keeps its id, before and after the migration', async () => {
      await bench.run('organizations', [firm('Eksjö Bygg', { id: ID })]);
      await bench.rows(
        `update directory.organizations set natural_key = split_part(natural_key, '|', 1) || '|eksjo bygg'`,
      );
      expect(await bench.run('organizations', [firm('Eksjö Bygg', { city: 'Eksjö' })])).to.include({ updated: 1 });
      await bench.rows(
        `update directory.organizations set natural_key = split_part(natural_key, '|', 1) || '|eksjo bygg'`,
      );
      await bench.rows(directorySchema.migrations.find(({ name }) => name.startsWith('0003_'))?.sql ?? '');
      expect(await bench.run('organizations', [firm('Eksjö Måleri', { city: 'Eksjö' })])).to.include({ updated: 1 });
      expect(await bench.rows('select id, natural_key, name from directory.organizations')).to.deep.equal([
        { id: ID, natural_key: `SE#${soleTraderHash(IDENTITY_KEY, NUMBER)}|${ID}`, name: 'Eksjö Måleri' },
      ]);
    });

    it('that was given an id is recognized without it', async () => {
      await bench.run('organizations', [firm('Eksjö Bygg', { id: ID })]);
      expect(await bench.run('organizations', [firm('Eksjö Måleri')])).to.include({ updated: 1, inserted: 0 });
      expect(await bench.rows('select id, name from directory.organizations')).to.deep.equal([
        { id: ID, name: 'Eksjö Måleri' },
      ]);
    });

    it('is masked because of `soleTrader` when the number is not a personal one', async () => {
      await bench.run('organizations', [firm('Eksjö Bygg', { organizationNumber: '4220000075' })]);
      const found = await bench.rows('select organization_number from directory.organization_details');
      expect(found).to.deep.equal([{ organization_number: '422000-XXXX' }]);
    });

    it('is a rule for Sweden only: a number of another country is not masked', async () => {
      await bench.run('organizations', [base(1, { soleTrader: true })]);
      const found = await bench.rows('select sole_trader, organization_number from directory.organization_details');
      expect(found).to.deep.equal([{ sole_trader: false, organization_number: '100000001' }]);
    });
  });

  describe('rejects a record with', () => {
    const good = base(1);
    const bad: [string, unknown, object][] = [
      ['broken JSON', '{"name":', { reason: 'invalid_json' }],
      ['an array in place of an object', '[1]', { reason: 'invalid_record' }],
      ['null in place of an object', 'null', { reason: 'invalid_record' }],
      ['no country', { ...good, countryCode: undefined }, { reason: 'missing_field', field: 'countryCode' }],
      [
        'an unsupported country',
        { ...good, countryCode: 'DE' },
        { reason: 'invalid_country_code', field: 'countryCode' },
      ],
      [
        'a country in small letters',
        { ...good, countryCode: 'no' },
        { reason: 'invalid_country_code', field: 'countryCode' },
      ],
      ['no number', { ...good, organizationNumber: null }, { reason: 'missing_field', field: 'organizationNumber' }],
      [
        'a number as a number',
        { ...good, organizationNumber: 100000001 },
        { reason: 'wrong_type', field: 'organizationNumber' },
      ],
      [
        'a number of another length',
        { ...good, organizationNumber: '10000000' },
        { reason: 'invalid_org_number', field: 'organizationNumber' },
      ],
      [
        'a number of another country',
        { ...good, organizationNumber: 'SE4220000075' },
        { reason: 'invalid_org_number', field: 'organizationNumber' },
      ],
      ['no name', { ...good, name: undefined }, { reason: 'missing_field', field: 'name' }],
      ['a name of spaces', { ...good, name: ' \u00a0' }, { reason: 'missing_field', field: 'name' }],
      ['a name with NUL', { ...good, name: 'a\0b' }, { reason: 'invalid_text', field: 'name' }],
      [
        'half a surrogate pair',
        '{"countryCode":"NO","organizationNumber":"100000001","name":"\\ud800"}',
        { reason: 'invalid_text', field: 'name' },
      ],
      ['a name that is too long', { ...good, name: 'x'.repeat(501) }, { reason: 'too_long', field: 'name' }],
      ['an id that is not a UUID', { ...good, id: '1' }, { reason: 'invalid_id', field: 'id' }],
      ['soleTrader as a text', { ...good, soleTrader: 'yes' }, { reason: 'wrong_type', field: 'soleTrader' }],
      ['a year with a fraction', { ...good, foundedYear: 2001.5 }, { reason: 'out_of_range', field: 'foundedYear' }],
      ['a year as a text', { ...good, foundedYear: '2001' }, { reason: 'wrong_type', field: 'foundedYear' }],
      ['a domain as a text', { ...good, domains: 'fjellvik.example' }, { reason: 'wrong_type', field: 'domains' }],
      [
        'a domain without a dot',
        { ...good, domains: ['fjellvik.example', 'localhost'] },
        { reason: 'invalid_domain', field: 'domains' },
      ],
      ['a bare public suffix', { ...good, domains: ['co.uk'] }, { reason: 'invalid_domain', field: 'domains' }],
      [
        'too many domains',
        { ...good, domains: Array.from({ length: 101 }, () => 'a.example') },
        { reason: 'too_many_values', field: 'domains' },
      ],
      [
        'a person’s page',
        { ...good, linkedInUrl: 'https://linkedin.com/in/x' },
        { reason: 'invalid_linkedin_url', field: 'linkedInUrl' },
      ],
      [
        'a website of another scheme',
        { ...good, website: 'ftp://fjellvik.example' },
        { reason: 'invalid_url', field: 'website' },
      ],
      [
        'a website with a script',
        { ...good, website: 'javascript:alert(1)' },
        { reason: 'invalid_url', field: 'website' },
      ],
      [
        'a website with a password',
        { ...good, website: 'https://a:b@fjellvik.example' },
        { reason: 'invalid_url', field: 'website' },
      ],
      ['negative employees', { ...good, employeesMin: -1 }, { reason: 'out_of_range', field: 'employeesMin' }],
      ['too many employees', { ...good, employeesMax: 2 ** 31 }, { reason: 'out_of_range', field: 'employeesMax' }],
      [
        'employeesMin above employeesMax',
        { ...good, employeesMin: 5, employeesMax: 4 },
        { reason: 'min_above_max', field: 'employeesMin' },
      ],
      ['revenue beyond 2^53', { ...good, revenueMax: 2 ** 53 }, { reason: 'out_of_range', field: 'revenueMax' }],
      [
        'revenueMin above revenueMax',
        { ...good, revenueMin: 5, revenueMax: -4 },
        { reason: 'min_above_max', field: 'revenueMin' },
      ],
      [
        'a currency in small letters',
        { ...good, revenueCurrency: 'nok' },
        { reason: 'invalid_currency', field: 'revenueCurrency' },
      ],
      ['keywords that are not texts', { ...good, keywords: ['a', 1] }, { reason: 'wrong_type', field: 'keywords' }],
      ['a line of 2 MiB', { ...good, description: 'x'.repeat(2 ** 21) }, { reason: 'line_too_long' }],
    ];
    for (const [what, line, reject] of bad) {
      it(`${what}, and imports the rest`, async () => {
        const text = typeof line === 'string' ? line : JSON.stringify(line);
        const { rejects, ...counts } = await bench.run(
          'organizations',
          `${JSON.stringify(base(8))}\n${text}\n${JSON.stringify(base(9))}`,
        );
        expect(rejects).to.deep.equal([{ line: 2, ...reject }]);
        expect(counts).to.include({ read: 3, inserted: 2, rejected: 1 });
      });
    }
  });

  it('accepts a number with a wrong check digit', async () => {
    expect(await bench.run('organizations', [base(1), base(2), base(3)])).to.include({ inserted: 3 });
  });

  it('keeps the number of a rejected sole trader out of the rejects file', async () => {
    const { rejects } = await bench.run('organizations', [
      { countryCode: 'SE', organizationNumber: '850101-9802-', name: '', id: 'x' },
    ]);
    expect(Object.keys(rejects[0] ?? {})).to.have.members(['line', 'reason', 'field']);
    expect(JSON.stringify(rejects)).to.not.include('9802');
  });
});
