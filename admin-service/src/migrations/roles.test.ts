import { inTransaction, isPostgresError, type Pool } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import { openTestAccounts, type TestAccounts } from '#testing/accounts.js';

const PERMISSION_DENIED = '42501';

describe('role prospect_admin', () => {
  let test: TestAccounts;

  before(async () => {
    test = await openTestAccounts();
    const { id: accountId } = await test.newAccount();
    await test.keys.create({ accountId, name: 'crm', limits: {} });
    await test.operator.query("select edge.ensure_request_log_partitions('2026-03-01')");
  });
  after(() => test.close());

  async function sqlState(sql: string, pool: Pool = test.pool): Promise<string> {
    try {
      await pool.query(sql);
      return 'done';
    } catch (error) {
      if (isPostgresError(error)) return error.code;
      throw error;
    }
  }

  const refused = [
    'delete from accounts.accounts',
    'delete from accounts.api_keys',
    'delete from accounts.key_secrets',
    'update accounts.accounts set id = id',
    'update accounts.accounts set created_at = created_at',
    'update accounts.api_keys set account_id = account_id',
    "update accounts.api_keys set limits = '{}'",
    'update accounts.key_secrets set secret_hash = secret_hash',
    'update accounts.key_secrets set key_id = key_id',
    'alter table accounts.accounts disable trigger accounts_notify',
    'update accounts.audits set started_at = started_at',
    'update accounts.audits set grace_ms = 0',
    "update accounts.changes set actor_name = 'somebody else'",
    'delete from accounts.changes',
    'truncate accounts.changes',
    "update accounts.change_outcomes set outcome = 'rejected'",
    'delete from accounts.change_outcomes',
    'delete from accounts.console_users',
    "update accounts.console_users set role = 'operator'",
    "update accounts.console_users set email = 'other@example.com'",
    'update accounts.console_sessions set user_id = user_id',
    'update accounts.console_sessions set expires_at = expires_at',
    'update accounts.console_links set expires_at = expires_at',
    'alter table accounts.changes disable trigger changes_insert_only',
    'delete from accounts.migrations',
    'create table accounts.other (id integer)',
    // In the schema `edge` the role reads only the request log.
    'insert into edge.request_log select * from edge.request_log',
    'delete from edge.request_log',
    'select 1 from edge.stored_responses',
    'delete from edge.stored_responses',
    'select 1 from edge.missed_numbers',
    "select edge.drop_request_log_partitions('2026-03-01')",
    'set role prospect_admin_owner',
    'set role prospect_gateway',
  ];
  for (const sql of refused) {
    it(`may not: ${sql}`, async () => {
      expect(await sqlState(sql)).to.equal(PERMISSION_DENIED);
    });
  }

  const allowed = [
    'select 1 from accounts.accounts, accounts.api_keys, accounts.key_secrets, edge.request_log',
    'update accounts.accounts set price_group = price_group',
    'update accounts.api_keys set revoked_at = revoked_at',
    'update accounts.key_secrets set expires_at = expires_at',
    'update accounts.audits set outcome = outcome',
    'delete from accounts.audits',
    "insert into accounts.changes (actor_kind, actor_name, action) values ('token', 'admin token', 'key.create')",
    'select 1 from accounts.changes',
    'delete from accounts.console_sessions',
    'delete from accounts.console_links',
    'update accounts.console_users set disabled_at = disabled_at',
  ];
  for (const sql of allowed) {
    it(`may: ${sql}`, async () => {
      expect(await sqlState(sql)).to.equal('done');
    });
  }

  describe('accounts.changes', () => {
    for (const sql of [
      "update accounts.changes set actor_name = 'somebody else'",
      'delete from accounts.changes',
      'truncate accounts.changes cascade',
    ]) {
      it(`refuses to the superuser as well: ${sql}`, async () => {
        expect(await sqlState(sql, test.operator)).to.equal(PERMISSION_DENIED);
      });
    }

    // Without this the newest lines of a large trail would be sorted for every page.
    for (const [which, condition] of [
      ['the newest lines', 'true'],
      ['the newest lines of an account', "account_id = '00000000-0000-4000-8000-000000000000'"],
    ] as const) {
      it(`reads ${which} from an index, without a sort`, async () => {
        const { rows } = await inTransaction(test.operator, async (client) => {
          await client.query('set local enable_seqscan = off');
          await client.query('set local enable_bitmapscan = off');
          return client.query<Record<'QUERY PLAN', string>>(
            `explain select id from accounts.changes where ${condition} order by at desc, id desc limit 100`,
          );
        });
        const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        expect(plan)
          .to.match(/Index (Only )?Scan using changes_/)
          .and.not.include('Sort');
      });
    }
  });
});
