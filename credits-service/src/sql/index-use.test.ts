import { explainGeneric } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { createCreditsDatabase, type CreditsDatabase } from '#testing/credits-database.js';
import { insertReleasedReservations } from './insert-released-reservations.js';
import { lockBalance } from './lock-balance.js';
import { reserve } from './reserve.js';
import { resolve } from './resolve.js';
import { selectAccounts } from './select-accounts.js';
import { selectBalance } from './select-balance.js';
import { selectEntries } from './select-entries.js';
import { selectGrant } from './select-grant.js';
import { selectPendingReservations } from './select-pending-reservations.js';
import { selectReservations } from './select-reservations.js';
import { selectReturnablePurchased } from './select-returnable-purchased.js';
import { updateBalance } from './update-balance.js';

describe('the statements of the ledger', () => {
  let database: CreditsDatabase;

  before(async () => {
    database = await createCreditsDatabase();
  });
  after(() => database.close());

  const expected: [statement: { name: string; text: string }, ...indexes: string[]][] = [
    [selectBalance, 'balances_pkey'],
    [lockBalance, 'balances_pkey'],
    [updateBalance, 'balances_pkey'],
    [selectEntries, 'entries_pkey'],
    [selectAccounts, 'balances_pkey'],
    [selectReservations, 'reservations_pkey', 'entries_reservation_key'],
    [selectGrant, 'entries_grant_reference_key'],
    [insertReleasedReservations, 'balances_pkey'],
    [selectPendingReservations, 'reservations_unresolved'],
    [selectReturnablePurchased, 'balances_pkey', 'reservations_unresolved'],
    [reserve, 'balances_pkey', 'reservations_pkey'],
    [resolve, 'balances_pkey', 'reservations_pkey'],
  ];
  for (const [{ name, text }, ...indexes] of expected) {
    it(`${name} is served by ${indexes.join(' and ')}`, async () => {
      const client = await database.superuser.connect();
      try {
        // The tables are empty, so the planner uses an index only when it may not scan.
        await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off');
        const plan = (await explainGeneric(client, text)).join('\n');
        await client.query('rollback');
        const used = [...plan.matchAll(/Index (?:Only )?Scan using (\w+)/g)].map((match) => match[1]);
        expect(new Set(used)).to.deep.equal(new Set(indexes));
        // `resolve` sorts its batch, which is a handful of rows.
        expect(plan).not.to.match(name === resolve.name ? /Seq Scan/ : /Seq Scan|Sort/);
      } finally {
        client.release();
      }
    });
  }
});
