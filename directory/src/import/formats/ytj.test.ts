import { expect } from 'chai';
import { readAll } from '#testing/formats.js';
import { ytj } from './ytj.js';

const COMPANY = {
  businessId: { value: '1234567-1' },
  names: [
    { name: 'Uusi Oy', type: '1', version: 1 },
    { name: 'Vanha Oy', type: '1', version: 2, endDate: '2020-01-01' },
    { name: 'Kauppa', type: '3', version: 1 },
  ],
  companyForms: [
    {
      type: '13',
      version: 2,
      endDate: '2020-01-01',
      descriptions: [{ languageCode: '1', description: 'Kommandiittiyhtiö' }],
    },
    {
      type: '16',
      version: 1,
      descriptions: [
        { languageCode: '3', description: 'Limited company' },
        { languageCode: '1', description: 'Osakeyhtiö' },
      ],
    },
  ],
  companySituations: [],
  addresses: [],
  tradeRegisterStatus: '1',
  status: '2',
  registrationDate: '1999-01-01',
};

describe('ytj', () => {
  const recordOf = async (change: object) => {
    const [found] = await readAll(ytj, JSON.stringify({ totalResults: 1, companies: [{ ...COMPANY, ...change }] }));
    return found !== undefined && 'record' in found ? (found.record as Record<string, unknown>) : found;
  };

  it('takes the current name and form, in Finnish', async () => {
    expect(await recordOf({})).to.include({ name: 'Uusi Oy', legalForm: 'Osakeyhtiö', foundedYear: 1999 });
  });

  it('rejects sole traders, persons and estates in every language, and a record without a form', async () => {
    for (const description of [
      'Yksityinen elinkeinonharjoittaja',
      'Enskild näringsidkare',
      'Private trader',
      'Kuolinpesä',
      'LUONNOLLINEN HENKILÖ',
    ])
      expect(
        await recordOf({ companyForms: [{ type: '1', descriptions: [{ description }] }] }),
        description,
      ).to.deep.equal({
        line: 1,
        reason: 'person_record',
        field: 'companyForms',
      });
    expect(await recordOf({ companyForms: [] })).to.include({ reason: 'missing_field' });
  });

  it('rejects what has ended as `deleted_record`, what is pending as `inactive_record`, and tags situations', async () => {
    for (const change of [
      { endDate: '2024-01-01' },
      { tradeRegisterStatus: '2' },
      { tradeRegisterStatus: '4' },
      { status: '5' },
    ])
      expect(await recordOf(change)).to.deep.include({
        reason: 'deleted_record',
        gone: { countryCode: 'FI', organizationNumber: '1234567-1' },
      });
    expect(await recordOf({ status: '1' }))
      .to.include({ reason: 'inactive_record' })
      .and.not.have.property('gone');
    const companySituations = [{ type: 'KONK' }, { type: 'SANE', endDate: '2020-01-01' }, { type: 'SELTILA' }];
    expect(await recordOf({ companySituations }))
      .to.have.property('tags')
      .deep.equal(['bankrupt', 'being_wound_up']);
  });

  it('drops a person from an address, and gives a foreign one no city', async () => {
    const address = {
      type: 1,
      street: 'Katu',
      buildingNumber: '1',
      co: 'Matti Esimerkki',
      postCode: '00100',
      postOffices: [{ city: 'HELSINKI', languageCode: '1' }],
    };
    expect(await recordOf({ addresses: [address] })).to.include({ addressLine1: 'Katu 1', city: 'HELSINKI' });
    expect(await recordOf({ addresses: [{ ...address, country: 'EE' }] })).to.not.have.any.keys('city');
  });

  it('rejects a sole trader of bis/v1', async () => {
    const row = { businessId: '1234567-1', name: 'X', companyForm: 'T:MI' };
    expect(await readAll(ytj, JSON.stringify({ results: [row] }))).to.deep.equal([
      { line: 1, reason: 'person_record', field: 'companyForm' },
    ]);
  });
});
