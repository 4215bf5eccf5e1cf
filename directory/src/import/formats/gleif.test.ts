import { expect } from 'chai';
import { readAll } from '#testing/formats.js';
import { gleif } from './gleif.js';

const ROW: Record<string, string> = {
  LEI: '549300YF2JG5OMW7UO84',
  'Entity.LegalName': 'Fjällvik, "AB"',
  'Entity.HeadquartersAddress.FirstAddressLine': 'c/o Kari Eksempel',
  'Entity.HeadquartersAddress.AdditionalAddressLine.1': 'Storgatan 1',
  'Entity.HeadquartersAddress.City': 'Sundsvall',
  'Entity.HeadquartersAddress.Country': 'SE',
  'Entity.HeadquartersAddress.PostalCode': '852 30',
  'Entity.RegistrationAuthority.RegistrationAuthorityID': 'RA000544',
  'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': '556036-0793',
  'Entity.LegalJurisdiction': 'SE',
  'Entity.EntityCategory': 'GENERAL',
  'Entity.LegalForm.EntityLegalFormCode': 'XJHM',
  'Entity.EntityStatus': 'ACTIVE',
  'Registration.RegistrationStatus': 'LAPSED',
};
const csv = (...rows: Record<string, string>[]) =>
  [Object.keys(ROW), ...rows.map((row) => Object.keys(ROW).map((column) => row[column] ?? ''))]
    .map((fields) => fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(','))
    .join('\n');

describe('gleif', () => {
  const recordOf = async (change: Record<string, string>) => {
    const [found] = await readAll(gleif, csv({ ...ROW, ...change }));
    return found !== undefined && 'record' in found ? (found.record as Record<string, unknown>) : found;
  };
  const category = 'Entity.EntityCategory';
  const number = 'Entity.RegistrationAuthority.RegistrationAuthorityEntityID';
  const authority = 'Entity.RegistrationAuthority.RegistrationAuthorityID';

  it('maps a row by the names of its columns', async () => {
    expect(await recordOf({})).to.deep.include({
      organizationNumber: '556036-0793',
      name: 'Fjällvik, "AB"',
      addressLine1: 'Storgatan 1',
      city: 'Sundsvall',
      tags: ['lei:549300YF2JG5OMW7UO84'],
    });
    expect(await recordOf({ 'Entity.LegalForm.EntityLegalFormCode': 'ZZZZ' })).to.include({ legalForm: 'ZZZZ' });
    expect(await recordOf({ 'Entity.LegalForm.EntityLegalFormCode': '8888' })).to.include({ legalForm: undefined });
  });

  it('rejects sole proprietors and personal numbers as `person_record`', async () => {
    expect(await recordOf({ [category]: 'SOLE_PROPRIETOR' })).to.include({ reason: 'person_record' });
    expect(await recordOf({ [number]: '850101-9802' })).to.include({ reason: 'person_record' });
  });

  it('rejects other countries, other authorities, and numbers with a wrong check digit', async () => {
    expect(await recordOf({ 'Entity.LegalJurisdiction': 'GB-SCT' })).to.include({ reason: 'foreign_record' });
    for (const change of [
      { [authority]: 'RA000170' },
      { [authority]: 'RA999999' },
      { [number]: '556036-0794' },
      { [number]: 'none' },
    ] as Record<string, string>[])
      expect(await recordOf(change)).to.include({ reason: 'unknown_number' });
  });

  it('rejects inactive entities and registrations that nobody vouches for, and says which are gone', async () => {
    const gone = { countryCode: 'SE', organizationNumber: '556036-0793' };
    expect(await recordOf({ 'Entity.EntityStatus': 'INACTIVE' })).to.deep.include({ reason: 'deleted_record', gone });
    for (const status of ['RETIRED', 'DUPLICATE', 'ANNULLED'])
      expect(await recordOf({ 'Registration.RegistrationStatus': status })).to.deep.include({
        reason: 'inactive_record',
        gone,
      });
  });

  it('rejects a damaged row and reads the next', async () => {
    const text = csv(ROW, ROW, ROW).replace('"GENERAL","XJHM"', '"GENERAL,"XJHM');
    expect((await readAll(gleif, text)).map((each) => ('reason' in each ? each.reason : 'read'))).to.deep.equal([
      'invalid_csv',
      'read',
      'read',
    ]);
  });
});
