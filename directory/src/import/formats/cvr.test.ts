import { expect } from 'chai';
import fc from 'fast-check';
import { readAll } from '#testing/formats.js';
import { cvr } from './cvr.js';

const now = { gyldigFra: '2010-01-01', gyldigTil: null };
const past = { gyldigFra: '2000-01-01', gyldigTil: '2009-12-31' };
const COMPANY = {
  cvrNummer: 1234567,
  reklamebeskyttet: false,
  navne: [
    { navn: 'Nyt ApS', periode: now },
    { navn: 'Gammelt ApS', periode: past },
  ],
  virksomhedsform: [{ virksomhedsformkode: 80, langBeskrivelse: 'Anpartsselskab', periode: now }],
  virksomhedsstatus: [{ status: 'NORMAL', periode: now }],
  livsforloeb: [{ periode: now }],
  hjemmeside: [{ kontaktoplysning: 'www.havblik.example', hemmelig: false, periode: now }],
  hovedbranche: [{ branchekode: '620100', branchetekst: 'Computerprogrammering', periode: now }],
  beliggenhedsadresse: [
    {
      landekode: 'DK',
      vejnavn: 'Havnegade',
      husnummerFra: 15,
      bogstavFra: 'A',
      husnummerTil: 17,
      etage: '2',
      sidedoer: 'th',
      postnummer: 800,
      postdistrikt: 'Høje Taastrup',
      conavn: 'Mette Eksempel',
      periode: now,
    },
  ],
  maanedsbeskaeftigelse: [
    { aar: 2024, maaned: 1, antalAnsatte: 5 },
    { aar: 2024, maaned: 9, intervalKodeAntalAnsatte: 'ANTAL_10_19' },
  ],
  attributter: [{ type: 'FORMÅL', vaerdier: [{ vaerdi: 'At drive handel', periode: now }] }],
};

describe('cvr', () => {
  const recordOf = async (change: object) => {
    const hit = { _source: { Vrvirksomhed: { ...COMPANY, ...change } } };
    const [found] = await readAll(cvr, JSON.stringify(hit));
    return found !== undefined && 'record' in found ? (found.record as Record<string, unknown>) : found;
  };

  it('maps the facts that are valid today, and pads numbers', async () => {
    expect(await recordOf({})).to.deep.equal({
      countryCode: 'DK',
      organizationNumber: '01234567',
      name: 'Nyt ApS',
      legalForm: 'Anpartsselskab',
      foundedYear: 2010,
      website: 'https://www.havblik.example',
      domains: ['havblik.example'],
      employeesMin: 10,
      employeesMax: 19,
      description: 'At drive handel',
      keywords: ['Computerprogrammering'],
      tags: ['db07:620100'],
      city: 'Høje Taastrup',
      postalCode: '0800',
      addressLine1: 'Havnegade 15A-17, 2. th',
      addressLine2: undefined,
    });
  });

  it('rejects persons by their form, and a record without a form, which may be a person’s', async () => {
    for (const virksomhedsformkode of [10, 15, 20]) {
      const rejected = { line: 1, reason: 'person_record', field: 'virksomhedsform' };
      expect(await recordOf({ virksomhedsform: [{ virksomhedsformkode, periode: now }] })).to.deep.equal(rejected);
      expect(await recordOf({ virksomhedsform: [{ virksomhedsformkode, periode: past }] })).to.deep.equal(rejected);
    }
    expect(await recordOf({ virksomhedsform: [] })).to.deep.equal({
      line: 1,
      reason: 'missing_field',
      field: 'virksomhedsform',
    });
  });

  it('never reads the people and owners, phone numbers or e-mail addresses', async () => {
    const without = await recordOf({});
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async (anything) => {
        const record = await recordOf({
          deltagerRelation: anything,
          telefonNummer: anything,
          elektroniskPost: anything,
          obligatoriskEmail: anything,
        });
        expect(record).to.deep.equal(without);
      }),
      { numRuns: 50 },
    );
  });

  it('leaves out secret contact data, and all of it of a company that is protected from advertising', async () => {
    const secret = [{ kontaktoplysning: 'www.havblik.example', hemmelig: true, periode: now }];
    expect(await recordOf({ hjemmeside: secret })).to.not.have.any.keys('website', 'domains');
    const record = await recordOf({ reklamebeskyttet: true });
    expect(record).to.not.have.any.keys('website', 'domains');
    expect(record).to.have.property('tags').that.includes('advertising_protected');
  });

  it('rejects what has ended as `deleted_record`, and tags what is about to', async () => {
    const gone = { countryCode: 'DK', organizationNumber: '01234567' };
    expect(await recordOf({ livsforloeb: [{ periode: past }] })).to.deep.include({ reason: 'deleted_record', gone });
    for (const status of ['OPLØST EFTER KONKURS', 'TVANGSOPLØST', 'OPLØST EFTER FUSION', 'SLETTET'])
      expect(await recordOf({ virksomhedsstatus: [{ status, periode: now }] }), status).to.deep.include({
        reason: 'deleted_record',
        gone,
      });
    for (const [status, tag] of [
      ['UNDER KONKURS', 'bankrupt'],
      ['UNDER FRIVILLIG LIKVIDATION', 'being_wound_up'],
      ['UNDER TVANGSOPLØSNING', 'being_compulsorily_dissolved'],
    ])
      expect(await recordOf({ virksomhedsstatus: [{ status, periode: now }] }))
        .to.have.property('tags')
        .that.includes(tag);
  });
});
