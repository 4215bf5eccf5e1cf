import { expect } from 'chai';
import { isPostgresError } from '@prospecting/platform/postgres';
import { openTestEdge, type TestEdge } from '#testing/edge.js';

const PERMISSION_DENIED = '42501';

describe('role prospect_gateway', () => {
  let edge: TestEdge;

  before(async () => {
    edge = await openTestEdge();
    const { id: accountId } = await edge.newAccount();
    await edge.keys.create({ accountId, name: 'crm', limits: {} });
    await edge.pool.query("select edge.ensure_request_log_partitions('2026-03-01')");
  });
  after(() => edge.close());

  async function sqlState(sql: string): Promise<string> {
    try {
      await edge.pool.query(sql);
      return 'done';
    } catch (error) {
      if (isPostgresError(error)) return error.code;
      throw error;
    }
  }

  const id = "'6d0a7d1e-4d6f-4a53-9f3e-0c1b8f6f2d11'";
  const refused = [
    // It cannot create or change accounts, keys and secrets.
    `insert into accounts.accounts values (${id}, 'Mallory', true, '{}', 'default', now())`,
    `insert into accounts.api_keys values (${id}, ${id}, 'k', '{}', now())`,
    `insert into accounts.key_secrets values (sha256('k'), ${id}, 'pd_live_abcd', now())`,
    "update accounts.accounts set price_group = 'free'",
    'update accounts.accounts set api_enabled = true',
    'update accounts.api_keys set revoked_at = null',
    "update accounts.api_keys set limits = '{}'",
    'update accounts.key_secrets set expires_at = null',
    'delete from accounts.accounts',
    'delete from accounts.api_keys',
    'delete from accounts.key_secrets',
    'truncate accounts.key_secrets',
    'select id from accounts.api_keys for update',
    // It reads only the columns that authentication needs.
    'select name from accounts.accounts',
    'select name from accounts.api_keys',
    'select prefix from accounts.key_secrets',
    'delete from accounts.migrations',
    'alter table accounts.accounts disable trigger accounts_notify',
    'create table accounts.other (id integer)',
    // It only appends to the request log. Old days are dropped by the database's clock.
    'select 1 from edge.request_log',
    'update edge.request_log set status = 200',
    'delete from edge.request_log',
    'truncate edge.request_log',
    'select 1 from edge.request_log_20260301',
    'drop table edge.request_log_20260301',
    'create table edge.other (id integer)',
    'delete from edge.migrations',
    'set role prospect_gateway_owner',
    'set role prospect_admin',
    'set role prospect_admin_owner',
  ];
  for (const sql of refused) {
    it(`may not: ${sql}`, async () => {
      expect(await sqlState(sql)).to.equal(PERMISSION_DENIED);
    });
  }

  const allowed = [
    'select id, api_enabled, target_roles, price_group from accounts.accounts',
    'select id, account_id, limits, revoked_at from accounts.api_keys',
    'select secret_hash, key_id, expires_at from accounts.key_secrets',
    'select 1 from edge.stored_responses',
    'delete from edge.stored_responses',
    'update edge.missed_numbers set missed_at = missed_at',
    'delete from edge.missed_numbers',
    "select edge.drop_request_log_partitions('2026-03-01')",
  ];
  for (const sql of allowed) {
    it(`may: ${sql}`, async () => {
      expect(await sqlState(sql)).to.equal('done');
    });
  }

  it('cannot drop a partition of the request log that is less than 30 days old, with any date', async () => {
    const days = async (): Promise<string[]> => {
      const { rows } = await edge.operator.query<{ day: string }>(
        "select inhrelid::regclass::text as day from pg_inherits where inhparent = 'edge.request_log'::regclass order by 1",
      );
      return rows.map(({ day }) => day);
    };
    await edge.operator.query('select edge.ensure_request_log_partitions(current_date - 29)');
    const before = (await days()).slice(-2);
    await edge.pool.query("select edge.drop_request_log_partitions('9999-12-31')");
    expect(await days()).to.deep.equal(before);
  });

  it('does not share its functions with other roles', async () => {
    const { rows } = await edge.operator.query<{ allowed: boolean }>(
      "select has_function_privilege('public', 'edge.drop_request_log_partitions(date)', 'execute') as allowed",
    );
    expect(rows[0]?.allowed).to.equal(false);
  });
});
