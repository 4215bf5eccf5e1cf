import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { createRevealDatabase, testId, type RevealDatabase } from '#testing/reveal-database.js';
import { deleteOwnedEmails } from './delete-owned-emails.js';

const ACCOUNT_ID = testId('account', 1);
const ADDRESSES = 300;
/** So many that a plan by the index is cheaper than reading the table. */
const OTHERS = 20_000;

describe('a removal of owned addresses', () => {
  let database: RevealDatabase;
  /** In the order of their places. */
  let owned: string[];

  before(async () => {
    database = await createRevealDatabase();
    await database.superuser.query(
      `insert into reveal.owned_emails (account_id, email)
      select case when n <= $2 then $1::uuid else $3::uuid end, n || '@example.com'
      from generate_series(1, $2::int + $4::int) as n
      order by md5(n::text)`,
      [ACCOUNT_ID, ADDRESSES, testId('account', 2), OTHERS],
    );
    await database.superuser.query('analyze reveal.owned_emails');
    owned = await emailsThat('order by ctid');
  });
  after(() => database.close());

  async function emailsThat(condition: string): Promise<string[]> {
    const { rows } = await database.superuser.query<{ email: string }>(
      `select email from reveal.owned_emails where account_id = $1 ${condition}`,
      [ACCOUNT_ID],
    );
    return rows.map((row) => row.email);
  }

  async function pidOfRemoval(): Promise<number | undefined> {
    const ask = async (): Promise<number[]> => {
      const { rows } = await database.superuser.query<{ pid: number }>(
        `select pid from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database() and application_name = 'reveal-test'`,
      );
      return rows.map((row) => row.pid);
    };
    return (await eventually(ask, (pids) => pids.length === 1))[0];
  }

  for (const [given, choose] of Object.entries({
    'as they are stored': () => owned,
    'in the opposite order': () => owned.toReversed(),
    'sorted, and only some': () => owned.filter((_, index) => index % 3 === 0).toSorted(),
  })) {
    it(`locks them in one order, given ${given}, so that two at once cannot deadlock`, async () => {
      const emails = choose();
      const stored = owned.filter((email) => emails.includes(email));
      const held = stored[Math.floor(stored.length / 2)] as string;
      const holder = await database.superuser.connect();
      try {
        await holder.query('begin');
        await holder.query('select from reveal.owned_emails where account_id = $1 and email = $2 for update', [
          ACCOUNT_ID,
          held,
        ]);
        const removal = deleteOwnedEmails.run(database.revealPool, [ACCOUNT_ID, emails]).catch(() => 'cancelled');
        const pid = await pidOfRemoval();
        const free = new Set(await emailsThat('for update skip locked'));
        const locked = owned.filter((email) => !free.has(email));
        await database.superuser.query('select pg_cancel_backend($1)', [pid]);
        expect(await removal).to.equal('cancelled');
        expect(locked).to.deep.equal(stored.slice(0, stored.indexOf(held) + 1));
      } finally {
        await holder.query('rollback');
        holder.release();
      }
    });
  }
});
