import { expect } from 'chai';
import { isPostgresError } from '@prospecting/platform/postgres';
import { openTestEdge, type TestEdge } from '../api-keys/testing.js';

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

  const refused = [
    'delete from edge.accounts',
    'delete from edge.api_keys',
    'delete from edge.key_secrets',
    'update edge.accounts set id = id',
    'update edge.accounts set created_at = created_at',
    'update edge.api_keys set account_id = account_id',
    'update edge.api_keys set limit_spend = 1000',
    'update edge.key_secrets set secret_hash = secret_hash',
    'update edge.key_secrets set key_id = key_id',
    'update edge.request_log set status = 200',
    'delete from edge.request_log',
    'truncate edge.request_log',
    'select 1 from edge.request_log_20260301',
    'drop table edge.request_log_20260301',
    'create table edge.other (id integer)',
    'alter table edge.accounts disable trigger accounts_notify',
    'select 1 from edge.migrations',
    'set role prospect_gateway_owner',
  ];
  for (const sql of refused) {
    it(`may not: ${sql}`, async () => {
      expect(await sqlState(sql)).to.equal(PERMISSION_DENIED);
    });
  }

  const allowed = [
    'select 1 from edge.accounts, edge.api_keys, edge.key_secrets, edge.request_log, edge.stored_responses',
    'update edge.api_keys set revoked_at = revoked_at',
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

  it('does not hand its functions to other roles', async () => {
    const { rows } = await edge.operator.query<{ allowed: boolean }>(
      "select has_function_privilege('public', 'edge.drop_request_log_partitions(date)', 'execute') as allowed",
    );
    expect(rows[0]?.allowed).to.equal(false);
  });
});
