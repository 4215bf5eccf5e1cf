import { isPostgresError } from '@prospecting/platform/postgres';
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

  async function sqlState(sql: string): Promise<string> {
    try {
      await test.pool.query(sql);
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
  ];
  for (const sql of allowed) {
    it(`may: ${sql}`, async () => {
      expect(await sqlState(sql)).to.equal('done');
    });
  }
});
