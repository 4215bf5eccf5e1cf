import { randomUUID } from 'node:crypto';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { useTestApp } from '#testing/routes.js';

describe('admin API: erasures', () => {
  const { send, newAccount, operator } = useTestApp();
  const nobody = { contactIds: [], emails: [] };

  /** Stores a completed response of a key, as a gateway does. */
  async function storeResponse(): Promise<void> {
    const account = await newAccount();
    const { id } = (await send('POST', `/admin/v1/accounts/${account}/keys`, { name: 'crm' })).body;
    await operator().query(
      `insert into edge.stored_responses
         (key_id, idempotency_key_hash, fingerprint, status, body, created_at, expires_at)
       values ($1, sha256('one'), sha256('two'), 200, 'sealed', '2026-03-01T11:00:00Z', '2026-03-02T11:00:00Z')`,
      [id],
    );
  }
  async function storedResponses(): Promise<number> {
    const { rows } = await operator().query<{ count: number }>(
      'select count(*)::int as count from edge.stored_responses',
    );
    return rows[0]?.count ?? 0;
  }
  beforeEach(() => operator().query('delete from edge.stored_responses'));

  it('forget every stored response', async () => {
    await storeResponse();
    const { status, body } = await send('POST', `/admin/v1/erasures/${randomUUID()}`, nobody);
    expect(status).to.equal(200);
    expect(body).to.include({ done: true, storedResponses: 1 });
    expect(await storedResponses()).to.equal(0);
  });

  it('wait for a stored response that a retry of its request holds, and forget it too', async () => {
    await storeResponse();
    const retry = await operator().connect();
    await retry.query('begin');
    await retry.query('select from edge.stored_responses for update');
    const erasure = send('POST', `/admin/v1/erasures/${randomUUID()}`, nobody);
    try {
      const looked = eventually(
        () =>
          retry.query(
            `select from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid() and query like '%forget_responses%'`,
          ),
        ({ rowCount }) => rowCount === 1,
      );
      await Promise.race([looked, erasure]);
    } finally {
      await retry.query('commit');
      retry.release();
    }
    expect((await erasure).body).to.include({ done: true, storedResponses: 1 });
    expect(await storedResponses()).to.equal(0);
  });
});
