import { expect } from 'chai';
import fc from 'fast-check';
import { openImportBench, type ImportBench } from '#testing/import.js';
import type { FormatName } from './index.js';

const BOLAGSVERKET_HEADER =
  'organisationsidentitet;namnskyddslopnummer;registreringsland;organisationsnamn;organisationsform;avregistreringsdatum;' +
  'avregistreringsorsak;pagandeAvvecklingsEllerOmstruktureringsforfarande;registreringsdatum;verksamhetsbeskrivning;postadress';
const SCB_HEADER =
  'COAdress\tFtgStat\tGatuadress\tJEStat\tJurForm\tNamn\tNg1\tPeOrgNr\tPostNr\tPostOrt\tReklamsparrtyp\t';
const GLEIF_COLUMNS = [
  'LEI',
  'Entity.LegalName',
  'Entity.HeadquartersAddress.FirstAddressLine',
  'Entity.HeadquartersAddress.City',
  'Entity.HeadquartersAddress.Country',
  'Entity.HeadquartersAddress.PostalCode',
  'Entity.LegalJurisdiction',
  'Entity.EntityCategory',
  'Entity.RegistrationAuthority.RegistrationAuthorityID',
  'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
  'Entity.EntityStatus',
  'Registration.RegistrationStatus',
];

interface Change {
  readonly number?: string;
  readonly ended?: boolean;
  readonly name?: string;
  readonly lopnummer?: number;
  readonly address?: string;
}

const NUMBER = '5560360793';

function bolagsverket(...rows: Change[]): string {
  const lines = rows.map(
    ({
      number = NUMBER,
      ended = false,
      name = 'Fjällvik AB',
      lopnummer = 1,
      address = 'Storgatan 1$$SUNDSVALL$85230$SE-LAND',
    }) =>
      [
        `${number}$ORGNR-IDORG`,
        String(lopnummer),
        'SE-LAND',
        `${name}$FORETAGSNAMN-ORGNAM$2020-01-02`,
        'AB-ORGFO',
        ended ? '2024-01-31' : '',
        '',
        '|LI-AVOMFO$2026-04-01|',
        '2010-01-02',
        'Bygger hus',
        address,
      ]
        .map((field) => `"${field}"`)
        .join(';'),
  );
  return [BOLAGSVERKET_HEADER, ...lines, ''].join('\n');
}

function scb(...rows: Change[]): Buffer {
  const lines = rows.map(({ number = NUMBER, ended = false, name = 'FJÄLLVIK AB' }) =>
    ['', '1', 'ÅGATAN 2', ended ? '9' : '1', '49', name, '62010', `16${number}`, '85231', 'TIMRÅ', '1', ''].join('\t'),
  );
  return Buffer.from([SCB_HEADER, ...lines, ''].join('\n'), 'latin1');
}

function gleif(...rows: Change[]): string {
  const lines = rows.map(({ number = NUMBER, ended = false, name = 'Fjallvik Aktiebolag' }) => [
    '549300YF2JG5OMW7UO84',
    name,
    'Gatan 3',
    'Stockholm',
    'SE',
    '111 22',
    'SE',
    'GENERAL',
    'RA000544',
    number,
    ended ? 'INACTIVE' : 'ACTIVE',
    'ISSUED',
  ]);
  return [GLEIF_COLUMNS, ...lines].map((fields) => fields.map((field) => `"${field}"`).join(',')).join('\n');
}

const canonical = (more: object = {}) =>
  JSON.stringify({ countryCode: 'SE', organizationNumber: NUMBER, name: 'Fjällvik', ...more });

type File = readonly [format: FormatName, input: string | Buffer];

describe('an organization of several sources', () => {
  let bench: ImportBench;

  before(async () => {
    bench = await openImportBench();
  });
  after(() => bench.close());
  beforeEach(() => bench.rows('truncate directory.organizations, directory.deregistered_organizations cascade'));

  const importFile = ([format, input]: File, more: { full?: boolean; allowDeletionsPercent?: number } = {}) =>
    bench.run('organizations', input, format, more);
  /** Everything that a customer can see, without what only the import knows. */
  const record = () =>
    bench.rows(
      `select organizations.id, country_code, natural_key, name, organizations.sole_trader, legal_form, city, founded_year,
         to_jsonb(details) - 'organization_id' as details,
         (select jsonb_agg(to_jsonb(each) - 'organization_id' order by kind, position, value)
          from directory.organization_identifiers as each where each.organization_id = organizations.id) as identifiers
       from directory.organizations join directory.organization_details as details on organization_id = id order by natural_key`,
    );

  it('takes each field from the first source that has it: own data, Bolagsverket, SCB, GLEIF', async () => {
    for (const file of [
      ['gleif', gleif({})],
      ['scb', scb({})],
      ['bolagsverket', bolagsverket({})],
    ] as File[])
      await importFile(file);
    const [found] = await record();
    expect(found).to.include({ name: 'Fjällvik AB', legal_form: 'Aktiebolag', city: 'SUNDSVALL', founded_year: 2010 });
    expect(found)
      .to.have.property('details')
      .that.deep.includes({
        address_line1: 'Storgatan 1',
        postal_code: '85230',
        description: 'Bygger hus',
        tags: ['being_wound_up', 'sni:62010', 'lei:549300YF2JG5OMW7UO84'],
      });
    await importFile(['canonical', canonical({ domains: ['fjallvik.example'], tags: ['vip'], postalCode: '1' })]);
    const [enriched] = await record();
    expect(enriched).to.include({ name: 'Fjällvik', legal_form: 'Aktiebolag', city: null });
    expect(enriched)
      .to.have.property('details')
      .that.deep.includes({
        domain: 'fjallvik.example',
        postal_code: '1',
        address_line1: null,
        tags: ['vip', 'being_wound_up', 'sni:62010', 'lei:549300YF2JG5OMW7UO84'],
      });
  });

  it('takes a whole address from one source', async () => {
    await importFile(['scb', scb({})]);
    await importFile(['bolagsverket', bolagsverket({ address: '$$$$' })]);
    expect((await record())[0]).to.include({ city: 'TIMRÅ' });
    await importFile(['bolagsverket', bolagsverket({ address: '$$SUNDSVALL$$SE-LAND' })]);
    expect((await record())[0])
      .to.include({ city: 'SUNDSVALL' })
      .and.have.nested.property('details.address_line1', null);
  });

  it('is the same in whatever order the files come, and importing a file again changes nothing', async function () {
    this.timeout(120_000);
    const other = { number: '5565792248' };
    const files: File[] = [
      ['canonical', canonical({ domains: ['fjallvik.example'] })],
      ['bolagsverket', bolagsverket({}, { ...other, ended: true }, { lopnummer: 2, name: 'Andra' })],
      ['scb', scb({}, other)],
      ['gleif', gleif({}, other)],
    ];
    let expected: unknown;
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(files, { minLength: 4 }), async (order) => {
        await bench.rows('truncate directory.organizations, directory.deregistered_organizations cascade');
        for (const file of order) await importFile(file);
        const found = await record();
        expect(found).to.have.length(1);
        expected ??= found;
        expect(found).to.deep.equal(expected);
        for (const file of order)
          expect(await importFile(file))
            .to.include({ inserted: 0, updated: 0 })
            .and.not.have.property('removed');
        expect(await record()).to.deep.equal(expected);
      }),
      { numRuns: 6 },
    );
  });

  it('is updated once when one of its sources says something new, and keeps what the others say', async () => {
    await importFile(['scb', scb({})]);
    await importFile(['bolagsverket', bolagsverket({})]);
    expect(await importFile(['bolagsverket', bolagsverket({ name: 'Nya Fjällvik AB' })])).to.include({
      updated: 1,
      unchanged: 0,
    });
    expect(await importFile(['bolagsverket', bolagsverket({ name: 'Nya Fjällvik AB' })])).to.include({
      updated: 0,
      unchanged: 1,
    });
    const [found] = await record();
    expect(found).to.include({ name: 'Nya Fjällvik AB' });
    expect(found).to.have.nested.property('details.tags').that.includes('sni:62010');
  });

  it('imports the first of several business names, and leaves out the others', async () => {
    const { rejects, ...counts } = await importFile([
      'bolagsverket',
      bolagsverket({ lopnummer: 2, name: 'Andra' }, {}),
    ]);
    expect(counts).to.include({ inserted: 1, rejected: 1, leftOut: 1 });
    expect(rejects).to.deep.equal([{ line: 2, reason: 'additional_name' }]);
    expect((await record())[0]).to.include({ name: 'Fjällvik AB' });
  });

  it('is removed with its contacts when its national register has deleted it, and no other source brings it back', async () => {
    await importFile(['canonical', canonical()]);
    await importFile(['scb', scb({})]);
    await bench.run('contacts', [
      { organization: { countryCode: 'SE', organizationNumber: NUMBER }, name: 'Anna Fjellvang' },
    ]);
    const gone = await importFile(['bolagsverket', bolagsverket({ ended: true })]);
    expect(gone).to.include({ removed: 1, rejected: 1, leftOut: 1, unchanged: 0 });
    expect(gone.rejects).to.deep.equal([{ line: 2, reason: 'deleted_record', field: 'avregistreringsdatum' }]);
    expect(await bench.rows('select 1 from directory.contacts')).to.deep.equal([]);
    for (const file of [
      ['scb', scb({})],
      ['gleif', gleif({})],
      ['canonical', canonical()],
    ] as File[]) {
      expect(await importFile(file), file[0]).to.include({ inserted: 0, leftOut: 1 });
    }
    expect(await importFile(['bolagsverket', bolagsverket({})])).to.include({ inserted: 1 });
    expect(await importFile(['scb', scb({})])).to.include({ updated: 1 });
  });

  it('loses what SCB or GLEIF said when they delete it, and stays while others have it', async () => {
    await importFile(['bolagsverket', bolagsverket({})]);
    const before = await record();
    await importFile(['scb', scb({})]);
    expect(await importFile(['scb', scb({ ended: true })]))
      .to.include({ updated: 0, rejected: 1, unchanged: 0 })
      .and.not.have.property('removed');
    expect(await record()).to.deep.equal(before);
    await importFile(['gleif', gleif({ number: '5565792248' })]);
    expect(await importFile(['gleif', gleif({ number: '5565792248', ended: true })])).to.include({ removed: 1 });
  });

  it('that was imported before sources were recorded gives way to its register, and wins over GLEIF', async () => {
    await importFile(['canonical', canonical({ city: 'Umeå' })]);
    await bench.rows('update directory.organizations set source = null');
    await importFile(['gleif', gleif({})]);
    expect((await record())[0]).to.include({ name: 'Fjällvik', city: 'Umeå' });
    await bench.rows('truncate directory.organizations cascade');
    await importFile(['canonical', canonical({ city: 'Umeå' })]);
    await bench.rows('update directory.organizations set source = null');
    expect(await importFile(['canonical', canonical({ city: 'Umeå' })])).to.include({ unchanged: 1 });
    expect(await bench.rows('select source from directory.organizations')).to.deep.equal([{ source: 'canonical' }]);
  });

  describe('in a full file', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ number: `5560${String(100_000 + index)}` }));

    it('is removed when the file no longer has it, and only organizations of that register', async () => {
      await importFile(['bolagsverket', bolagsverket(...many(40))]);
      await importFile(['gleif', gleif({})]);
      expect(await importFile(['bolagsverket', bolagsverket(...many(39))], { full: true })).to.include({
        removed: 1,
        unchanged: 39,
      });
      expect(await record()).to.have.length(40);
      expect(await importFile(['bolagsverket', bolagsverket(...many(38))])).to.not.have.property('removed');
    });

    it('is kept, with all others, when more than 5 % or the allowed share would go', async () => {
      await importFile(['bolagsverket', bolagsverket(...many(20))]);
      const failureOf = (count: number, more: object) =>
        importFile(['bolagsverket', bolagsverket(...many(count))], { full: true, ...more }).then(
          () => undefined,
          (error: unknown) => error,
        );
      expect(await failureOf(18, {}))
        .to.include({ code: 'validation_failed' })
        .and.have.property('detail')
        .that.includes('2 of the 20');
      expect(await failureOf(19, { allowDeletionsPercent: 0 })).to.include({ code: 'validation_failed' });
      expect(await record()).to.have.length(20);
      expect(
        await importFile(['bolagsverket', bolagsverket(...many(10))], { full: true, allowDeletionsPercent: 50 }),
      ).to.include({ removed: 10 });
    });

    it('is kept when its record has a fault, and when records could not be read', async () => {
      await importFile(['bolagsverket', bolagsverket(...many(40))]);
      const faulty = many(40).map((each, index) => (index === 3 ? { ...each, name: ' ' } : each));
      expect(await importFile(['bolagsverket', bolagsverket(...faulty)], { full: true }))
        .to.include({ rejected: 1, unchanged: 39 })
        .and.not.have.property('removed');
      const damaged = bolagsverket(...many(40)).replace('"Bygger hus"', '"Bygger');
      const failure = await importFile(['bolagsverket', damaged], { full: true }).catch((error: unknown) => error);
      expect(failure)
        .to.include({ code: 'validation_failed' })
        .and.have.property('detail')
        .that.includes('could not be read');
      expect(await importFile(['bolagsverket', damaged], { full: true, allowDeletionsPercent: 5 })).to.include({
        removed: 1,
      });
    });
  });
});
