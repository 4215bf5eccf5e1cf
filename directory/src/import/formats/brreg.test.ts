import { expect } from 'chai';
import { readAll } from '#testing/formats.js';
import { brregCsv } from './brreg-csv.js';
import { brregJson } from './brreg-json.js';

const UNIT = {
  organisasjonsnummer: '923609016',
  navn: 'FJELLVIK BYGG AS',
  organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap', links: [] },
  registreringsdatoEnhetsregisteret: '2019-10-09',
  hjemmeside: 'www.Fjellvik.example/om-oss',
  naeringskode1: { kode: '43.210', beskrivelse: 'Elektrisk installasjonsarbeid' },
  naeringskode2: { kode: '00.000', beskrivelse: 'Uoppgitt' },
  antallAnsatte: 16,
  forretningsadresse: {
    land: 'Norge',
    landkode: 'NO',
    postnummer: '0159',
    poststed: 'OSLO',
    adresse: ['c/o Kari Eksempel', '4. etasje', 'Rosenkrantz gate 10'],
    kommune: 'OSLO',
  },
  stiftelsesdato: '2014-03-05',
  konkurs: false,
  underAvvikling: false,
  links: [],
};
const RECORD = {
  countryCode: 'NO',
  organizationNumber: '923609016',
  name: 'FJELLVIK BYGG AS',
  legalForm: 'AS',
  foundedYear: 2014,
  website: 'https://www.Fjellvik.example/om-oss',
  domains: ['fjellvik.example'],
  employeesMin: 16,
  employeesMax: 16,
  keywords: ['Elektrisk installasjonsarbeid'],
  tags: ['nace:43.210'],
  city: 'OSLO',
  postalCode: '0159',
  addressLine1: '4. etasje',
  addressLine2: 'Rosenkrantz gate 10',
};

describe('brreg-json', () => {
  const read = (value: unknown) => readAll(brregJson, JSON.stringify(value));
  const recordOf = async (unit: object) => {
    const [found] = await read({ ...UNIT, ...unit });
    return found !== undefined && 'record' in found ? (found.record as Record<string, unknown>) : found;
  };

  it('maps a unit to a canonical organization from the nightly file, a single API answer and a page of a search', async () => {
    expect(await read([UNIT])).to.deep.equal([{ line: 1, record: RECORD }]);
    expect(await read({ ...UNIT, _links: { self: { href: 'https://data.brreg.example/1' } } })).to.deep.equal([
      { line: 1, record: RECORD },
    ]);
    const page = {
      _embedded: { enheter: [UNIT, UNIT] },
      page: { size: 2, totalElements: 2, totalPages: 1, number: 0 },
    };
    expect(await read(page)).to.deep.equal([
      { line: 1, record: RECORD },
      { line: 1, record: RECORD },
    ]);
    expect(await read({ _links: {}, page: { size: 20, totalElements: 0, totalPages: 0, number: 0 } })).to.deep.equal(
      [],
    );
  });

  it('rejects sole proprietorships and persons as `person_record`', async () => {
    for (const kode of ['ENK', 'PERS']) {
      const rejected = { line: 1, reason: 'person_record', field: 'organisasjonsform' };
      expect(await recordOf({ organisasjonsform: { kode } })).to.deep.equal(rejected);
    }
  });

  it('rejects deleted units and closed branches as `deleted_record`', async () => {
    expect(await recordOf({ slettedato: '2024-01-31' })).to.deep.equal({
      line: 1,
      reason: 'deleted_record',
      field: 'slettedato',
      gone: { countryCode: 'NO', organizationNumber: '923609016' },
    });
    expect(await recordOf({ nedleggelsesdato: '2024-01-31' })).to.include({ reason: 'deleted_record' });
  });

  it('ignores phone numbers and e-mail addresses, which are often a person’s', async () => {
    const record = await recordOf({
      telefon: '22 17 40 60',
      mobil: '90 17 40 60',
      epostadresse: 'kari@fjellvik.example',
    });
    expect(record).to.deep.equal(RECORD);
  });

  it('maps 0 employees to an unknown number', async () => {
    expect(await recordOf({ antallAnsatte: 0 })).to.include({ employeesMin: undefined, employeesMax: undefined });
  });

  it('takes the founding year from the registration if it is later than 1995, when the register took over older ones', async () => {
    expect(await recordOf({ stiftelsesdato: undefined })).to.include({ foundedYear: 2019 });
    const taken = { stiftelsesdato: undefined, registreringsdatoEnhetsregisteret: '1995-02-19' };
    expect(await recordOf(taken)).to.include({ foundedYear: undefined });
  });

  it('drops a homepage that is not a URL, and takes no domain from a page on a shared site', async () => {
    expect(await recordOf({ hjemmeside: 'kommer snart' })).to.not.have.any.keys('website', 'domains');
    const shared = await recordOf({ hjemmeside: 'm.facebook.com/fjellvik' });
    expect(shared).to.include({ website: 'https://m.facebook.com/fjellvik' }).and.not.have.any.keys('domains');
  });

  it('tags a branch as `branch` and gives it no domain', async () => {
    const { forretningsadresse, ...branch } = UNIT;
    const record = await recordOf({
      ...branch,
      forretningsadresse: undefined,
      stiftelsesdato: undefined,
      organisasjonsform: { kode: 'BEDR' },
      overordnetEnhet: '999557244',
      oppstartsdato: '2023-02-01',
      beliggenhetsadresse: { ...forretningsadresse, adresse: ['Orionvegen 52'] },
    });
    expect(record).to.include({
      legalForm: 'BEDR',
      foundedYear: 2023,
      addressLine1: 'Orionvegen 52',
      website: RECORD.website,
    });
    expect(record)
      .to.deep.include({ tags: ['nace:43.210', 'branch'] })
      .and.not.have.any.keys('domains');
  });

  it('keeps a unit that is bankrupt or being wound up, and tags it', async () => {
    const record = await recordOf({
      konkurs: true,
      underAvvikling: true,
      underTvangsavviklingEllerTvangsopplosning: true,
    });
    expect(record).to.deep.include({
      tags: ['nace:43.210', 'bankrupt', 'being_wound_up', 'being_compulsorily_dissolved'],
    });
  });

  it('maps a foreign address without city and postal code, because the register has its parts in one text', async () => {
    const abroad = { land: 'Sverige', landkode: 'SE', poststed: 'SE-135 55 TYRESÖ', adresse: ['Hästskovägen 20'] };
    const record = await recordOf({ forretningsadresse: abroad });
    expect(record).to.include({ addressLine1: 'Hästskovägen 20', addressLine2: 'SE-135 55 TYRESÖ, Sverige' });
    expect(record).to.not.have.any.keys('city', 'postalCode');
  });

  it('takes the postal address when there is no business address', async () => {
    const record = await recordOf({ forretningsadresse: undefined, postadresse: UNIT.forretningsadresse });
    expect(record).to.include({ city: 'OSLO', postalCode: '0159' });
  });

  it('keeps a recipient line in an address only when it names a company', async () => {
    const lines = (adresse: string[]) => recordOf({ forretningsadresse: { ...UNIT.forretningsadresse, adresse } });
    expect(await lines(['c/o Fjellregnskap AS', 'Storgata 1'])).to.include({ addressLine1: 'c/o Fjellregnskap AS' });
    for (const person of [
      'c/o Kari Eksempel',
      'C/O Eksempel',
      'v/Ola Eksempel',
      'Att: Kari Eksempel',
      'Att. Eksempel',
    ]) {
      expect(await lines([person, 'Storgata 1']), person).to.include({ addressLine1: 'Storgata 1' });
    }
    expect(await lines(['Vedalen 2', 'Attholmen'])).to.include({
      addressLine1: 'Vedalen 2',
      addressLine2: 'Attholmen',
    });
  });

  it('rejects only the broken record, with the line on which it begins', async () => {
    const text = `[${JSON.stringify(UNIT)},\n{"navn": tru}]`;
    const found = await readAll(brregJson, text);
    expect(found[1]).to.deep.equal({ line: 2, reason: 'invalid_json' });
  });

  it('reads no inherited members of an object as fields', async () => {
    expect(await recordOf({ navn: undefined, organisasjonsform: undefined })).to.include({
      name: undefined,
      legalForm: undefined,
    });
  });
});

describe('brreg-csv', () => {
  const HEADER =
    'organisasjonsnummer,navn,organisasjonsform.kode,naeringskode1.kode,naeringskode1.beskrivelse,antallAnsatte,hjemmeside,' +
    'forretningsadresse.adresse,forretningsadresse.poststed,forretningsadresse.postnummer,stiftelsesdato,konkurs';
  const ROW =
    '923609016,FJELLVIK BYGG AS,AS,43.210,Elektrisk installasjonsarbeid,16,www.Fjellvik.example/om-oss,' +
    '"c/o Kari Eksempel/n4. etasje\nRosenkrantz gate 10",OSLO,0159,2014-03-05,false';
  const read = (input: string | Buffer) => readAll(brregCsv, input);

  it('maps a row to the same organization as the register’s JSON, with either form of line break in an address', async () => {
    expect(await read(`${HEADER}\n${ROW}\n`)).to.deep.equal([{ line: 2, record: RECORD }]);
  });

  it('accepts a header in any letter case, a byte order mark and quotes around every value', async () => {
    const quoted = HEADER.split(',').map((name) => `"${name.toUpperCase()}"`);
    expect(await read(`\ufeff${quoted.join(',')}\r\n${ROW}\r\n`)).to.deep.equal([{ line: 2, record: RECORD }]);
  });

  it('finds the registration date under both of its column names', async () => {
    for (const name of ['registreringsdatoenhetsregisteret', 'registreringsdatoIEnhetsregisteret']) {
      const text = `organisasjonsnummer,navn,organisasjonsform.kode,${name}\n923609016,FJELLVIK AS,AS,2013-02-11\n`;
      const [found] = await read(text);
      expect(found).to.have.nested.property('record.foundedYear', 2013);
    }
  });

  it('rejects only the row with a wrong number of fields, with its line', async () => {
    const found = await read(`${HEADER}\n${ROW}\n923609016,FJELLVIK\n${ROW}\n`);
    expect(found.map(({ line }) => line)).to.have.members([2, 4, 5]);
    expect(found.find(({ line }) => line === 4)).to.deep.equal({ line: 4, reason: 'invalid_csv' });
  });

  it('rejects a row that is not UTF-8', async () => {
    const found = await read(Buffer.from(`${HEADER}\n${ROW.replace('BYGG', 'B\xd8GG')}\n`, 'latin1'));
    expect(found).to.deep.equal([{ line: 2, reason: 'invalid_utf8' }]);
  });

  it('fails with `validation_failed` when the file is not the register’s CSV', async () => {
    for (const text of ['', 'name,number\nx,1\n', '{"organisasjonsnummer":"923609016"}']) {
      const error = await read(text).catch((reason: unknown) => reason);
      expect(error, text).to.include({ code: 'validation_failed' });
    }
  });
});
