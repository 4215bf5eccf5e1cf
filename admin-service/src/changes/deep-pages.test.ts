import { createTestDatabase, rowsRead, type TestDatabase } from '@prospecting/platform/testing';
import { Pool } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import { accountsSchema } from '../migrations/index.js';
import { selectAccounts } from '../accounts/sql/select-accounts.js';
import { selectChanges, selectChangesOfAccount, selectChangesOfActor } from './sql/select-changes.js';

const ROWS = 20_000;
const PAGE = 50;
const ACCOUNT_ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const ACTOR_ID = 'dddddddd-0000-4000-8000-000000000001';

describe('a late page of a long list', () => {
  let database: TestDatabase;
  let superuser: Pool;
  let afterAccount: string;
  let afterChange: string;

  before(async () => {
    database = await createTestDatabase([accountsSchema]);
    superuser = new Pool({ connectionString: database.url, max: 1 });
    await superuser.query(
      `insert into accounts.accounts (id, name, api_enabled, target_roles, price_group, created_at)
      select gen_random_uuid(), 'Account', true, '{}', 'default', now() - n * interval '1 second'
      from generate_series(1, $1::int) as n`,
      [ROWS],
    );
    await superuser.query(
      `insert into accounts.changes (at, actor_kind, actor_id, actor_name, action, account_id)
      select now() - n * interval '1 second', 'user', $2, 'Somebody', 'key.create', $3
      from generate_series(1, $1::int) as n`,
      [ROWS, ACTOR_ID, ACCOUNT_ID],
    );
    await superuser.query('analyze accounts.accounts, accounts.changes');
    const idAt = async (list: string): Promise<string> => {
      const { rows } = await superuser.query<{ id: string }>(`select id from ${list}, id offset $1 limit 1`, [
        ROWS / 2,
      ]);
      return rows[0]?.id ?? expect.fail();
    };
    afterAccount = await idAt('accounts.accounts order by created_at');
    afterChange = await idAt('accounts.changes order by at');
  });
  after(async () => {
    await superuser.end();
    await database.drop();
  });

  // One more: the row before the page.
  it('of accounts reads no page before it', async () => {
    const read = await rowsRead(superuser, selectAccounts.text, [afterAccount, PAGE]);
    expect(read['accounts']).to.equal(PAGE + 1);
  });

  for (const [statement, ...more] of [
    [selectChanges],
    [selectChangesOfAccount, ACCOUNT_ID],
    [selectChangesOfActor, ACTOR_ID],
  ] as const) {
    it(`of ${statement.name} reads no page before it`, async () => {
      const read = await rowsRead(superuser, statement.text, [afterChange, PAGE, null, null, ...more]);
      expect(read['changes']).to.equal(PAGE + 1);
    });
  }
});
