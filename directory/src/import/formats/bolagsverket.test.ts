import { expect } from 'chai';
import fc from 'fast-check';
import { readAll } from '#testing/formats.js';
import { bolagsverket } from './bolagsverket.js';

const HEADER =
  'organisationsidentitet;namnskyddslopnummer;registreringsland;organisationsnamn;organisationsform;avregistreringsdatum;' +
  'avregistreringsorsak;pagandeAvvecklingsEllerOmstruktureringsforfarande;registreringsdatum;verksamhetsbeskrivning;postadress';
const ROW = {
  id: '5566778899$ORGNR-IDORG',
  number: '1',
  country: 'SE-LAND',
  name: 'Fjällvik Bygg AB$FORETAGSNAMN-ORGNAM$2020-01-02',
  form: 'AB-ORGFO',
  ended: '',
  reason: '',
  procedures: '',
  registered: '2020-01-02',
  description: 'Bygger hus',
  address: 'Storgatan 1$$SUNDSVALL$85230$SE-LAND',
};
type Row = typeof ROW;

const row = (change: Partial<Row> = {}) =>
  Object.values({ ...ROW, ...change })
    .map((field) => `"${field.replaceAll('"', '""')}"`)
    .join(';');
const file = (...rows: string[]) => [HEADER, ...rows, ''].join('\n');

describe('bolagsverket', () => {
  const read = (text: string | Buffer) => readAll(bolagsverket, text);
  const recordOf = async (change: Partial<Row>) => {
    const [found] = await read(file(row(change)));
    return found !== undefined && 'record' in found ? (found.record as Record<string, unknown>) : found;
  };

  it('reads text with separators, line breaks and quotes, with a byte order mark and CRLF', async () => {
    const description = 'Handel; konsult "på plats"\n\nsamt ";" mer';
    const found = await read(`\ufeff${file(row({ description }), row({ id: '5590000005$ORGNR-IDORG' }))}`);
    expect(found.map((each) => 'record' in each && (each.record as { description: string }).description)).to.deep.equal(
      [description, 'Bygger hus'],
    );
    expect(found.map(({ line }) => line)).to.deep.equal([2, 5]);
    expect(await read(file(row()).replaceAll('\n', '\r\n'))).to.have.length(1);
  });

  it('repairs quotes that are escaped by a backslash or not at all, where only one reading is possible', async () => {
    const broken = (description: string) => row({ description: '@' }).replace('@', description);
    for (const [written, read_] of [
      ['Driver \\"Kaféet\\" i stan', 'Driver "Kaféet" i stan'],
      ['Driver "Kaféet" i stan', 'Driver "Kaféet" i stan'],
      ['a";"b \\"c', 'a";"b "c'],
      ['slutar med \\', 'slutar med \\'],
    ] as const) {
      const [found] = await read(file(broken(written)));
      expect(found, written).to.have.nested.property('record.description', read_);
    }
  });

  it('rejects a row that is cut or damaged, with its line, and reads all others', async () => {
    const good = row({ id: '5590000005$ORGNR-IDORG' });
    const found = await read(file(row().slice(0, 60), good, 'skräp', good, '"";"', good, row().slice(0, -5)));
    expect(found.map((each) => ('reason' in each ? `${each.line} ${each.reason}` : each.line))).to.deep.equal([
      '2 invalid_csv',
      3,
      '4 invalid_csv',
      5,
      '6 invalid_csv',
      7,
      '8 invalid_csv',
    ]);
    const bytes = Buffer.from(file(row({ description: '\u00e5' }), good));
    bytes[bytes.indexOf(0xc3)] = 0xff;
    expect((await read(bytes)).map((each) => ('reason' in each ? each.reason : each.line))).to.deep.equal([
      'invalid_utf8',
      3,
    ]);
  });

  it('refuses another file', async () => {
    const failure = await read('a;b\n1;2\n').catch((error: unknown) => error);
    expect(failure).to.include({ code: 'validation_failed' });
  });

  it('rejects persons: by identity, by the form of the number, by legal form, and estates', async () => {
    const person = (field: string) => ({ line: 2, reason: 'person_record', field });
    for (const id of [
      '198501019802$PERSON-IDORG',
      '8501019802$PERSON-IDORG',
      '8501019802$ORGNR-IDORG',
      '1222334455$ORGNR-IDORG',
    ])
      expect(await recordOf({ id }), id).to.deep.equal(person('organisationsidentitet'));
    for (const form of ['E-ORGFO', 'EB-ORGFO'])
      expect(await recordOf({ form }), form).to.deep.equal(person('organisationsform'));
  });

  it('rejects a deregistered organization as `deleted_record` and says which one is gone', async () => {
    expect(await recordOf({ ended: '2024-01-31' })).to.deep.equal({
      line: 2,
      reason: 'deleted_record',
      field: 'avregistreringsdatum',
      gone: { countryCode: 'SE', organizationNumber: '5566778899' },
    });
    expect(await recordOf({ ended: 'null' })).to.include({ name: 'Fjällvik Bygg AB' });
  });

  it('tags bankruptcy, liquidation and restructuring', async () => {
    expect(await recordOf({ procedures: '|KK-AVOMFO$2026-04-01||LI-AVOMFO$null|FUOL-AVOMFO$2026-01-01|' }))
      .to.have.property('tags')
      .deep.equal(['bankrupt', 'being_wound_up']);
  });

  it('takes the latest registered name, and a foreign or special one only without it', async () => {
    const name =
      'Fjellvik Ltd$FORNAMN_FRSPRAK-ORGNAM$2025-01-01|Old AB$FORETAGSNAMN-ORGNAM$2001-01-01|New AB$FORETAGSNAMN-ORGNAM$2020-01-01|Bageriet$SARS_FORNAMN-ORGNAM$2021-01-01$bröd | bullar';
    expect(await recordOf({ name })).to.include({ name: 'New AB' });
    expect(await recordOf({ name: 'Fjellvik Ltd$FORNAMN_FRSPRAK-ORGNAM$2025-01-01' })).to.include({
      name: 'Fjellvik Ltd',
    });
  });

  it('turns a swapped city and postcode around, drops persons from the address, and gives a foreign one no city', async () => {
    expect(await recordOf({ address: 'Storgatan 1$c/o Kari Eksempel$85230$SUNDSVALL$SE-LAND' })).to.include({
      city: 'SUNDSVALL',
      postalCode: '85230',
      addressLine1: 'Storgatan 1',
    });
    expect(await recordOf({ address: 'Storgatan 1$Holding AB$SUNDSVALL$85230$SE-LAND' })).to.include({
      addressLine1: 'c/o Holding AB',
      addressLine2: 'Storgatan 1',
    });
    const foreign = await recordOf({ address: 'Unter den Linden 1$$BERLIN$10117$DE-LAND' });
    expect(foreign).to.include({ addressLine2: '10117 BERLIN DE' }).and.not.have.any.keys('city', 'postalCode');
  });

  it('keeps an unknown legal form as its code, and prefers the first business name', async () => {
    expect(await recordOf({ form: 'XYZ-ORGFO' })).to.include({ legalForm: 'XYZ' });
    const [found] = await read(file(row({ number: '3' })));
    expect(found).to.have.property('preference', 3);
  });

  it('reads every whole record of any file, wherever one of them is damaged or the file is cut', async () => {
    const text = fc.stringMatching(/^[a-zåäö ";,$|\\\n]{0,30}$/);
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 8 }), fc.nat(), fc.nat(), async (texts, at, cut) => {
        const numbers = texts.map((_, index) => `55900000${String(10 + index)}`);
        const rows = texts.map((description, index) => row({ id: `${numbers[index]}$ORGNR-IDORG`, description }));
        const damaged = at % rows.length;
        const whole = rows[damaged] ?? '';
        rows[damaged] = whole.slice(0, 30 + (cut % (whole.length - 31)));
        const found = await read(file(...rows));
        const read_ = found.flatMap((each) =>
          'record' in each ? [(each.record as { organizationNumber: string }).organizationNumber] : [],
        );
        const others = numbers.filter((_, index) => index !== damaged);
        expect(read_.filter((number) => number !== numbers[damaged])).to.deep.equal(others);
      }),
      { numRuns: 60 },
    );
  });

  it('lets no record with a person’s identity pass', async () => {
    const digits = fc.integer({ min: 0, max: 99_999_999 }).map((number) => String(number).padStart(8, '0'));
    const person = fc.oneof(
      fc
        .tuple(fc.constantFrom('19', '20', ''), digits, digits)
        .map(([century, a, b]) => `${century}${a}${b}`.slice(0, 12)),
      fc
        .tuple(digits, fc.constantFrom('0', '1'), digits)
        .map(([a, third, b]) => `${a.slice(0, 2)}${third}${b.slice(0, 7)}`),
    );
    await fc.assert(
      fc.asyncProperty(
        person,
        fc.constantFrom('ORGNR', 'PERSON'),
        fc.constantFrom('AB', 'E', 'null'),
        async (id, type, form) => {
          const isPerson = type === 'PERSON' || /^..[01]/.test(id.slice(-10));
          fc.pre(isPerson);
          const found = await recordOf({ id: `${id}$${type}-IDORG`, form: `${form}-ORGFO` });
          expect(found).to.have.property('reason');
          expect(found).to.not.have.property('gone');
        },
      ),
    );
  });
});
