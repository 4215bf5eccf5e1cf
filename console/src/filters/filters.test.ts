import { expect } from 'chai';
import fc from 'fast-check';
import { isFiltered, writeFilters } from './address.js';
import { readRequestFilters, requestQuery } from './request-filters.js';
import { readRevealFilters, revealQuery } from './reveal-filters.js';

const KEY = '22222222-2222-4222-8222-222222222222';
const NONE = { from: '', to: '', zone: '', keyId: '', status: '', path: '' };

describe('filters in the address', () => {
  it('come back from the address that they were written to', () => {
    const day = fc.constantFrom('', '2026-11-01', '2024-02-29');
    const filters = fc.record({
      from: day,
      to: day,
      zone: fc.constantFrom('', 'utc'),
      keyId: fc.constantFrom('', KEY),
      status: fc.constantFrom('', '2xx', '429'),
      path: fc.constantFrom('', '/contacts/reveal'),
    });
    fc.assert(
      fc.property(filters, (wanted) => {
        expect(readRequestFilters(`?${writeFilters(wanted)}`)).to.deep.equal(wanted);
      }),
    );
  });

  it('leave out what is empty, so that an address without filters is short', () => {
    expect(writeFilters(NONE)).to.equal('');
    expect(isFiltered(NONE)).to.equal(false);
    expect(isFiltered({ ...NONE, status: '2xx' })).to.equal(true);
  });

  it('ignore what nobody can have chosen', () => {
    expect(readRequestFilters('?status=9xx&keyId=1&from=yesterday&path=//elsewhere.example?x&other=1')).to.deep.equal(
      NONE,
    );
    expect(readRevealFilters('?subject=money&from=2026-11-01')).to.deep.equal({
      from: '2026-11-01',
      to: '',
      zone: '',
      subject: '',
    });
  });

  it('ask for whole days of the reader: from the first one to the end of the last', () => {
    const query = requestQuery({ ...NONE, from: '2026-11-01', to: '2026-11-01', status: '4xx' });
    const hours = (Date.parse(String(query['to'])) - Date.parse(String(query['from']))) / 3_600_000;
    expect(hours).to.equal(24);
    expect(query['status']).to.equal('4xx');
    expect(new Date(String(query['from'])).getHours()).to.equal(0);
    expect(revealQuery({ from: '', to: '', zone: '', subject: 'contact' })).to.deep.equal({
      from: undefined,
      to: undefined,
      subject: 'contact',
    });
  });

  it('ask for days in UTC where a link says so, such as those of the spending', () => {
    const query = requestQuery({ ...NONE, from: '2026-11-22', to: '2026-11-22', zone: 'utc' });
    expect(query).to.include({ from: '2026-11-22T00:00:00.000Z', to: '2026-11-23T00:00:00.000Z' });
    expect(query).to.not.have.property('zone');
  });
});
