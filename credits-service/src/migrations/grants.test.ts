import { violates } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import {
  call,
  createCreditsDatabase,
  failureOf,
  testAccount,
  type CreditsDatabase,
} from '#testing/credits-database.js';

const accountId = testAccount(1);
const INSUFFICIENT_PRIVILEGE = '42501';
const RESTRICT_VIOLATION = '23001';

describe('the schema credits', () => {
  let database: CreditsDatabase;

  before(async () => {
    database = await createCreditsDatabase();
    await database.ledger.subscribe({ accountId, includedMillicredits: 1000 }, call());
  });
  after(() => database.close());

  describe('allows prospect_credits only what the service does', () => {
    const refused = [
      'update credits.entries set included_millicredits = 0',
      'delete from credits.entries',
      'truncate credits.entries',
      'delete from credits.balances',
      'truncate credits.balances cascade',
      'update credits.balances set account_id = account_id',
      'update credits.balances set started_at = started_at',
      'alter table credits.entries disable trigger entries_immutable',
      'create table credits.more (id integer)',
      'delete from credits.migrations',
    ];
    for (const text of refused) {
      it(`refuses: ${text}`, async () => {
        expect(await failureOf(database.pool, text)).to.have.property('code', INSUFFICIENT_PRIVILEGE);
      });
    }
  });

  describe('keeps entries immutable for every role', () => {
    for (const text of [
      'update credits.entries set at = at',
      'delete from credits.entries',
      'truncate credits.entries',
    ]) {
      it(`refuses a superuser: ${text}`, async () => {
        expect(await failureOf(database.superuser, text)).to.have.property('code', RESTRICT_VIOLATION);
      });
    }
  });

  describe('enforces its rules with named constraints', () => {
    const set = (assignment: string): string =>
      `update credits.balances set ${assignment} where account_id = '${accountId}'`;
    const entry = (columns: string, values: string): string =>
      `insert into credits.entries (account_id, entry_id, at, kind, included_millicredits, purchased_millicredits${columns})
      values ('${accountId}', ${values})`;

    const violations: [constraint: string, title: string, text: string][] = [
      ['balances_included_check', 'included credits below 0', set('included_millicredits = -1')],
      ['balances_purchased_check', 'purchased credits below 0', set('purchased_millicredits = -1')],
      ['balances_allowance_check', 'an allowance below 0', set('allowance_millicredits = -1')],
      ['balances_total_check', 'an amount above 2^53 - 1', set('purchased_millicredits = 9007199254739992')],
      [
        'balances_total_check',
        'an amount above 2^53 - 1 after a reset',
        set('allowance_millicredits = 9007199254740992'),
      ],
      ['balances_renews_at_check', 'a renewal at the start of the subscription', set('renews_at = started_at')],
      ['balances_last_entry_id_check', 'a balance without an entry', set('last_entry_id = 0')],
      ['entries_pkey', 'a second entry with the same id', entry('', "1, '2026-01-01', 'reset', 0, 0")],
      ['entries_entry_id_check', 'an entry id below 1', entry('', "0, '2026-01-01', 'reset', 0, 0")],
      ['entries_kind_check', 'an unknown kind', entry('', "2, '2026-01-01', 'gift', 0, 0")],
      ['entries_grant_check', 'a grant of 0', entry('', "2, '2026-01-01', 'grant', 0, 0")],
      ['entries_grant_check', 'a grant of included credits', entry('', "2, '2026-01-01', 'grant', 1, 1")],
      ['entries_allowance_check', 'a reset of purchased credits', entry('', "2, '2026-01-01', 'reset', 0, -1")],
      [
        'entries_reservation_id_check',
        'a capture without a reservation',
        entry('', "2, '2026-01-01', 'capture', 0, 0"),
      ],
      [
        'entries_reservation_id_check',
        'a grant with a reservation',
        entry(', reservation_id', `2, '2026-01-01', 'grant', 0, 1, '${accountId}'`),
      ],
      [
        'entries_reference_check',
        'a reference of 256 characters',
        entry(', reference', `2, '2026-01-01', 'grant', 0, 1, '${'a'.repeat(256)}'`),
      ],
      [
        'entries_balance_fkey',
        'an entry without a balance',
        entry('', "1, '2026-01-01', 'reset', 0, 0").replace(accountId, testAccount(2)),
      ],
    ];
    for (const [constraint, title, text] of violations) {
      it(`${constraint} refuses ${title}`, async () => {
        const error = await failureOf(database.superuser, text);
        expect(violates(error, constraint), String(error)).to.equal(true);
      });
    }
  });
});
