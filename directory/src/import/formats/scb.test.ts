import { expect } from 'chai';
import { readAll } from '#testing/formats.js';
import { scb } from './scb.js';

const COLUMNS = (
  'ForAndrTyp COAdress Foretagsnamn FtgStat Gatuadress JEStat JurForm Namn Ng1 Ng2 Ng3 Ng4 Ng5 PeOrgNr PostNr PostOrt RegDatKtid ' +
  'Reklamsparrtyp mCOAdress mForetagsnamn mFtgStat mGatuadress mJEStat mJurForm mNamn mNg1 mNg2 mNg3 mNg4 mNg5 mPostNr mPostOrt ' +
  'mRegDatKtid mReklamsparrtyp'
).split(' ');
const ROW: Record<string, string> = {
  FtgStat: '1',
  Gatuadress: 'ÅGATAN 1',
  JEStat: '1',
  JurForm: '49',
  Namn: 'FJÄLLVIK "BYGG" AB',
  Ng1: '62010',
  Ng2: '00000',
  PeOrgNr: '165566778899',
  PostNr: '85230',
  PostOrt: 'SUNDSVALL',
  Reklamsparrtyp: '1',
};
const line = (change: Record<string, string> = {}) =>
  `${COLUMNS.map((column) => ({ ...ROW, ...change })[column] ?? '').join('\t')}\t`;
const HEADER = `${COLUMNS.join('\t')}\t`;
const file = (...lines: string[]) => Buffer.from([HEADER, ...lines, ''].join('\r\n'), 'latin1');

describe('scb', () => {
  const read = (...lines: string[]) => readAll(scb, file(...lines));
  const recordOf = async (change: Record<string, string>) => {
    const [found] = await read(line(change));
    return found !== undefined && 'record' in found ? (found.record as Record<string, unknown>) : found;
  };

  it('reads ISO-8859-1, tabs and quotes as they are, and the trailing tab', async () => {
    expect(await recordOf({})).to.deep.include({
      organizationNumber: '5566778899',
      name: 'FJÄLLVIK "BYGG" AB',
      addressLine1: 'ÅGATAN 1',
      tags: ['sni:62010'],
    });
  });

  it('rejects persons: by identity, by legal form, by the form of the number, and estates', async () => {
    for (const PeOrgNr of ['198501019802', '200101019802', '168501019802', '161222334455'])
      expect(await recordOf({ PeOrgNr }), PeOrgNr).to.deep.equal({
        line: 2,
        reason: 'person_record',
        field: 'PeOrgNr',
      });
    for (const JurForm of ['10', '91'])
      expect(await recordOf({ JurForm }), JurForm).to.deep.equal({
        line: 2,
        reason: 'person_record',
        field: 'JurForm',
      });
  });

  it('rejects an organization that is gone, and tags one that is not active or wants no advertising', async () => {
    expect(await recordOf({ JEStat: '9' })).to.deep.include({
      reason: 'deleted_record',
      gone: { countryCode: 'SE', organizationNumber: '5566778899' },
    });
    for (const FtgStat of ['0', '9'])
      expect(await recordOf({ FtgStat }))
        .to.have.property('tags')
        .that.includes('not_active');
    expect(await recordOf({ Reklamsparrtyp: '2' }))
      .to.have.property('tags')
      .that.includes('advertising_protected');
  });

  it('rejects a row with too many or too few fields, and reads the others', async () => {
    const found = await read(line(), line().slice(0, 40), `${line()}x\ty`, line());
    expect(found.map((each) => ('reason' in each ? each.reason : 'read'))).to.have.members([
      'read',
      'invalid_csv',
      'invalid_csv',
      'read',
    ]);
  });

  it('skips the header of a second file', async () => {
    expect(await read(line(), HEADER, line())).to.have.length(2);
  });
});
