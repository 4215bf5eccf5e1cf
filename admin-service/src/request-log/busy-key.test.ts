import { edgeSchema } from '#testing/accounts.js';
import { Pool } from '@prospecting/platform/postgres';
import { createTestDatabase, rowsRead, type TestDatabase } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { accountsSchema } from '../migrations/index.js';
import { selectAccountRequests } from './sql/select-account-requests.js';
import { selectLogEntries } from './sql/select-log-entries.js';

const A_DAY = 2_400;
const DAYS = 8;
const PAGE = 50;
const KEY_ID = 'eeeeeeee-0000-4000-8000-000000000001';
const ACCOUNT_ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const NOW = new Date();
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 24 * 60 * 60 * 1000);

describe('the request log of a busy key', () => {
  let database: TestDatabase;
  let superuser: Pool;

  before(async () => {
    database = await createTestDatabase([accountsSchema, edgeSchema]);
    superuser = new Pool({ connectionString: database.url, max: 1 });
    await superuser.query(
      `select edge.ensure_request_log_partitions(($1::timestamptz - n * interval '1 day')::date)
      from generate_series(0, $2::int) as n`,
      [NOW, DAYS],
    );
    await superuser.query(
      `insert into edge.request_log
        (key_id, account_id, at, method, path, status, duration_ms, credits_millicredits, operation)
      select $1, $2, $3::timestamptz - n * interval '1 day' / $4::int, 'POST', '/v1/reveal', 200, 1, 1000, gen_random_uuid()
      from generate_series(1, $4::int * $5::int) as n`,
      [KEY_ID, ACCOUNT_ID, NOW, A_DAY, DAYS],
    );
    await superuser.query('analyze edge.request_log');
  });
  after(async () => {
    await superuser.end();
    await database.drop();
  });

  // An earlier request of an operation may have its credits, for a day.
  const position = daysAgo(DAYS / 2);
  const cases: [{ name: string; text: string }, values: readonly unknown[]][] = [
    [selectLogEntries, [KEY_ID, ACCOUNT_ID, daysAgo(DAYS), 'infinity', position, '(0,0)', PAGE]],
    [selectAccountRequests, [[KEY_ID], ACCOUNT_ID, daysAgo(DAYS), NOW, 100, 599, '', position, '(0,0)', PAGE]],
  ];
  for (const [{ name, text }, values] of cases) {
    it(`${name} reads a page and the day before it, and nothing after it`, async () => {
      const read = await rowsRead(superuser, text, values);
      const rows = Object.entries(read).map(([table, count]) => (table.startsWith('request_log') ? count : 0));
      expect(rows.reduce((sum, count) => sum + count)).to.be.at.most(A_DAY + 3 * PAGE);
    });
  }
});
