import { expect } from 'chai';
import { openImportBench, type ImportBench } from '#testing/import.js';
import { createTitleReader, type TitleReader } from './records/job-titles.js';
import { parseTitleTable } from './records/title-table.js';

const readerOf = (table: string): TitleReader => createTitleReader(parseTitleTable(table));
/** The table before and after a review: one title changes its flags, one its role, one is gone. */
const OLD = readerOf('[manager]\nen  store lead\n[head_of_sales]\nen  growth lead\n[founder] executive\nen  starter\n');
const NEW = readerOf(
  '[owner] executive decision-maker\nen  store lead\n[head_of_growth] decision-maker\nen  growth lead\n',
);

const ORGANIZATION = { countryCode: 'NO', organizationNumber: '100000001' };
const person = (name: string, jobTitle?: string, more: object = {}) => ({
  organization: ORGANIZATION,
  name,
  ...(jobTitle !== undefined && { jobTitle }),
  ...more,
});

/** Contacts whose records leave everything to the table. */
const SILENT = [person('Anna', 'Store Lead'), person('Berit', 'Growth Lead'), person('Carl', 'Starter')];
/** Contacts whose records say everything, or have no title. */
const SPOKEN = [
  person('Dag', 'Store Lead', { roles: ['ceo'], isExecutive: false, isDecisionMaker: false }),
  person('Eva', 'Growth Lead', { roles: [], isExecutive: true, isDecisionMaker: false }),
  person('Finn'),
];
/** Contacts whose records give roles or flags, and leave the other to the table. */
const HALF = [
  person('Gro', 'Store Lead', { roles: ['ceo'] }),
  person('Hans', 'Store Lead', { roles: [] }),
  person('Ida', 'Store Lead', { isExecutive: false }),
  person('Jon', 'Store Lead', { isDecisionMaker: false }),
];

describe('a change of the table of job titles', () => {
  let bench: ImportBench;

  before(async () => {
    bench = await openImportBench();
    await bench.run('organizations', [{ ...ORGANIZATION, name: 'Fjellvik AS' }]);
  });
  after(() => bench.close());
  beforeEach(() => bench.rows('truncate directory.contacts cascade'));

  const importWith = (readTitle: TitleReader, file: readonly object[]) =>
    bench.run('contacts', file, 'canonical', { readTitle });

  /** Each contact with its roles; `!` marks an executive, `*` a decision maker. */
  async function shown(): Promise<Record<string, string>> {
    const rows = await bench.rows<{ name: string; shown: string }>(
      `select name, array_to_string(roles, ' ') || case when is_executive then '!' else '' end
         || case when is_decision_maker then '*' else '' end as shown
       from directory.contacts order by name`,
    );
    return Object.fromEntries(rows.map((row) => [row.name, row.shown]));
  }

  it('reaches the contacts whose records do not give roles and flags, at the next import of the same file', async () => {
    await importWith(OLD, SILENT);
    expect(await shown()).to.deep.equal({ Anna: 'manager', Berit: 'head_of_sales', Carl: 'founder!' });
    const before = await bench.rows('select id from directory.contacts order by name');
    expect(await importWith(NEW, SILENT)).to.include({ read: 3, inserted: 0, updated: 3, unchanged: 0 });
    expect(await shown()).to.deep.equal({ Anna: 'owner!*', Berit: 'head_of_growth*', Carl: '' });
    expect(await bench.rows('select id from directory.contacts order by name')).to.deep.equal(before);
    expect(await importWith(NEW, SILENT)).to.include({ updated: 0, unchanged: 3 });
  });

  it('[D results.3] moves a contact to the place in the list that its new flags give', async () => {
    await importWith(OLD, SILENT);
    const order = async () =>
      (await bench.rows<{ name: string }>('select name from directory.contacts order by sort_key')).map(
        ({ name }) => name,
      );
    expect(await order()).to.deep.equal(['Carl', 'Anna', 'Berit']);
    await importWith(NEW, SILENT);
    expect(await order()).to.deep.equal(['Anna', 'Berit', 'Carl']);
  });

  it('never overrides what a record gives, also when that is false or an empty list', async () => {
    await importWith(OLD, SPOKEN);
    const given = { Dag: 'ceo', Eva: '!', Finn: '' };
    expect(await shown()).to.deep.equal(given);
    expect(await importWith(NEW, SPOKEN)).to.include({ updated: 0, unchanged: 3 });
    expect(await shown()).to.deep.equal(given);
  });

  it('changes only the half that a record leaves open', async () => {
    await importWith(OLD, HALF);
    expect(await shown()).to.deep.equal({ Gro: 'ceo', Hans: '', Ida: 'manager', Jon: 'manager' });
    expect(await importWith(NEW, HALF)).to.include({ updated: 4, unchanged: 0 });
    expect(await shown()).to.deep.equal({ Gro: 'ceo!*', Hans: '!*', Ida: 'owner', Jon: 'owner' });
  });

  it('changes nothing of contacts that no file names again', async () => {
    await importWith(OLD, SILENT);
    await importWith(NEW, SPOKEN);
    expect(await shown()).to.include({ Anna: 'manager', Berit: 'head_of_sales', Carl: 'founder!' });
  });

  it('lets a record take back what it gave, so that the table decides again', async () => {
    await importWith(NEW, [person('Anna', 'Store Lead', { roles: ['ceo'], isExecutive: false })]);
    expect(await shown()).to.deep.equal({ Anna: 'ceo' });
    await importWith(NEW, [person('Anna', 'Store Lead')]);
    expect(await shown()).to.deep.equal({ Anna: 'owner!*' });
  });
});
