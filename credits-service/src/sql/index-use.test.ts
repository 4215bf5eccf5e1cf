import { expect } from 'chai';
import { createCreditsDatabase, type CreditsDatabase } from '../testing/credits-database.js';
import { lockBalance } from './lock-balance.js';
import { selectBalance } from './select-balance.js';
import { selectEntries } from './select-entries.js';
import { updateBalance } from './update-balance.js';

describe('the statements of the ledger', () => {
  let database: CreditsDatabase;

  before(async () => {
    database = await createCreditsDatabase();
  });
  after(() => database.close());

  const expected: [statement: { name: string; text: string }, index: string][] = [
    [selectBalance, 'balances_pkey'],
    [lockBalance, 'balances_pkey'],
    [updateBalance, 'balances_pkey'],
    [selectEntries, 'entries_pkey'],
  ];
  for (const [{ name, text }, index] of expected) {
    it(`${name} can be served by ${index}`, async () => {
      const client = await database.superuser.connect();
      try {
        // The tables are empty, so only this makes the planner say which index it could use.
        await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
        await client.query('rollback');
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan).to.include(`Index Scan using ${index}`);
        expect(plan).not.to.match(/Seq Scan|Sort/);
      } finally {
        client.release();
      }
    });
  }
});
