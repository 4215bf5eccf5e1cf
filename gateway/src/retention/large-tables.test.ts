import { createHash } from 'node:crypto';
import { rowsFetched, rowsRead } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { openTestEdge, type TestEdge } from '#testing/edge.js';
import { deleteExpiredResponses } from '../idempotency/sql/delete-expired-responses.js';
import { deleteMisses } from '../privacy/sql/delete-misses.js';
import { selectMisses } from '../privacy/sql/select-misses.js';

const SMALL_ACCOUNTS = 20_000;
const ROWS = 20_000;
const BATCH = 200;
const ACCOUNT_ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = new Date();
const prefixOf = (n: number): Buffer => createHash('sha256').update(`prefix ${n}`).digest();

describe('a large account among many small ones, at the gateway', () => {
  let edge: TestEdge;

  before(async () => {
    edge = await openTestEdge();
    const account = `case when n <= $1::int then gen_random_uuid() else $2::uuid end`;
    await edge.operator.query(
      `insert into edge.missed_numbers (account_id, prefix_hash, number_hash, missed_at)
      select ${account}, sha256(convert_to('prefix ' || n - $1::int, 'UTF8')), sha256(convert_to(n::text, 'UTF8')),
        $4::timestamptz - random() * interval '4 days'
      from generate_series(1, $1::int + $3::int) as n`,
      [SMALL_ACCOUNTS, ACCOUNT_ID, ROWS, NOW],
    );
    await edge.operator.query(
      `insert into edge.stored_responses
        (key_id, idempotency_key_hash, fingerprint, lease_owner, status, body, created_at, expires_at)
      select ${account}, sha256(convert_to(n::text, 'UTF8')), sha256(''), gen_random_uuid(), 200, '',
        $4::timestamptz - n * interval '4 seconds', $4::timestamptz - n * interval '4 seconds' + interval '1 day'
      from generate_series(1, $1::int + $3::int) as n`,
      [SMALL_ACCOUNTS, ACCOUNT_ID, ROWS, NOW],
    );
    await edge.operator.query('analyze edge.missed_numbers, edge.stored_responses');
  });
  after(() => edge.close());

  // Each row is read to find it, and once more to delete it.
  it('edge_delete_misses reads its batch', async () => {
    const read = await rowsRead(edge.operator, deleteMisses.text, [NOW, BATCH]);
    expect(read['missed_numbers']).to.be.at.most(2 * BATCH);
  });

  it('edge_delete_expired_responses reads its batch', async () => {
    const read = await rowsRead(edge.operator, deleteExpiredResponses.text, [NOW, BATCH]);
    expect(read['stored_responses']).to.be.at.most(2 * BATCH);
  });

  it('edge_select_misses reads the misses of the prefixes', async () => {
    const values = [ACCOUNT_ID, [1, 2, 3].map(prefixOf), new Date(NOW.getTime() - 5 * DAY_MS), NOW];
    const read = await rowsRead(edge.operator, selectMisses.text, values);
    expect(read['missed_numbers']).to.equal(3);
  });

  it('edge.forget_responses reads a full batch and counts nothing', async () => {
    const text = 'select deleted, under_way from edge.forget_responses($1, $2)';
    const read = await rowsFetched(edge.operator, text, [NOW, BATCH]);
    expect(read['stored_responses']).to.be.at.most(2 * BATCH);
  });
});
